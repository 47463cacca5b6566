// The pages of the rules, and options.
import { DEEP, axe, close, expect, newTable, person } from './kit.mjs';

export const words = {
  // Débâcle with one recovery per turn: the dialog offers it, and after the recovery the bar says why there is no second one.
  async recoverOnce({ browser, server }) {
    const page = await person(browser, server);
    const setup = '..B..C/....../....../....../4...../.4.3.. r 2 0/0 DEFF 445 0/0 - -';
    await newTable(page, server, 'debacle', { options: { setup, recover: 'once' }, seats: { 2: 'bot:random' } });
    await page.click('[data-square=d1]');
    await page.click('[data-square=d2]');
    await page.click('[data-square=a1][data-can="+"]');
    await page.waitForFunction(() => document.querySelector('.bar .bar-why')?.textContent.includes('No other recovery'));
    expect((await page.locator('.bar-buttons [data-line*=" +"], [data-can="+"]').count()) === 0, 'no second recovery is offered');
    await close(page);
  },

  // The rules of every game, on a phone and a laptop, in both languages: every picture exists and has a description, nothing overflows, no
  // notation is shown by default, and the chapter for programmers is folded. CORNET_SHOTS=FOLDER keeps pictures.
  async rulesPages({ browser, server, games }) {
    const page = await person(browser, server, { lang: 'fr' });
    await page.goto(server.url);
    await page.waitForSelector('.game-card h2');
    for (const lang of ['fr', 'en']) {
      if (lang === 'en') await page.click('.tool[lang=en]');
      for (const [size, viewport] of Object.entries({ phone: { width: 360, height: 720 }, laptop: { width: 1280, height: 800 } })) {
        const checked = (size === 'phone') === (lang === 'fr'); // each page once
        if (!checked && !DEEP) continue;
        await page.setViewportSize(viewport);
        for (const game of lang === 'en' && !DEEP ? games.slice(0, 1) : games) {
          await page.evaluate(async (id) => (await import('/core/rules.js')).openRules(id, id), game);
          await page.waitForSelector('dialog .rules h3');
          await page.waitForFunction(() => [...document.querySelectorAll('dialog .rules img')].every((img) => img.complete));
          const wrong = await page.evaluate(() => {
            const body = document.querySelector('dialog .dialog-body'), found = [];
            for (const img of body.querySelectorAll('img')) if (!img.naturalWidth || !img.alt) found.push(`${img.src} is not shown, or has no words`);
            if (body.querySelectorAll('img').length < 3) found.push('no pictures');
            if (body.scrollWidth > body.clientWidth) found.push('the page is wider than the dialog');
            if ([...body.querySelectorAll('code, pre')].some((each) => !each.closest('details'))) found.push('notation among the rules');
            if (body.querySelector('details')?.open !== false) found.push('the chapter for programmers is not folded');
            return found;
          });
          expect(wrong.length === 0, `${game}, ${size}, ${lang}: ${wrong.join('; ')}`);
          const pdf = await page.evaluate(async () => {
            const links = [...document.querySelectorAll('dialog .rules-print a')].map((link) => link.getAttribute('href'));
            const answer = links.length === 2 ? await fetch(links[1]) : null;
            return [...links, answer?.headers.get('content-type'), (await answer?.text())?.slice(0, 5)].join(' ');
          });
          expect(pdf === `/print/${game}-a4-${lang}.pdf /print/${game}-letter-${lang}.pdf application/pdf %PDF-`, `${game}, ${lang}: ${pdf}`);
          const findings = checked && (DEEP || (lang === 'fr' && game === games[0])) ? await axe(page) : [];
          expect(findings.length === 0, `${game}, ${size}, ${lang}: ${findings.join('\n')}`);
          if (process.env.CORNET_SHOTS) {
            await page.setViewportSize({ ...viewport, height: 9000 });
            await page.locator('dialog').screenshot({ path: `${process.env.CORNET_SHOTS}/rules-${game}-${size}-${lang}.png` });
            await page.setViewportSize(viewport);
          }
          await page.keyboard.press('Escape');
          await page.waitForSelector('dialog', { state: 'detached' });
        }
      }
    }
    await close(page);
  },
};
