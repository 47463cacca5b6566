// The page «Practise» in Chromium: a deck is imported, its cards are answered on the boards of all games, by keys and from the accessibility
// tree alone, in both languages; a trainer and its chart; the number on the home page; export; a browser that stores nothing. practise.cornet
// has one card of each game.
import { axe, close, expect, overflow, person } from '../web/kit.mjs';
import { Ear } from '../web/ear.mjs';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { untilInPage } from './until.mjs';

const DECK = join(dirname(fileURLToPath(import.meta.url)), 'practise.cornet');
const CARDS = 4;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const WORDS = {
  en: { start: 'The 4 cards of today', due: 'Practise: 4 to review today', none: 'Practise', returns: /^This card returns (tomorrow|on \w+ \d+)\.$/, why: 'Why?', next: /^Next card/, deck: /^To the deck/, share: /The best choice is worth/, train: 'Train: Easy Come Easy Go, What to keep', position: /^Next position/ },
  fr: { start: 'Les 4 cartes du jour', due: 'S’entraîner\u00a0: 4 à revoir aujourd’hui', none: 'S’entraîner', returns: /^Cette carte reviendra (demain|le \d+ \S+)\.$/, why: 'Pourquoi ?', next: /^Carte suivante/, deck: /^Au paquet/, share: /Le meilleur choix vaut/, train: 'S’exercer : Easy Come Easy Go, Que garder', position: /^Position suivante/ },
};

const ready = (page) => page.waitForSelector('.pr-deck:not([aria-busy])');
const plain = (text) => text.replace(/\s+/g, ' ').trim();

async function openDeck(page, server) {
  await page.goto(`${server.url}?/practise`);
  await ready(page);
}

async function importDeck(page) {
  await page.setInputFiles('[data-do=import-deck]', DECK);
  await page.waitForSelector('[data-do=start]');
  await ready(page);
}

async function clean(page, where) {
  const wrong = await axe(page);
  expect(wrong.length === 0, `${where}: ${wrong.join('; ')}`);
  const wide = await overflow(page);
  expect(wide.length === 0, `${where}: nothing sticks out: ${wide}`);
}

// Answers the card or position on the screen, as a person with a keyboard or a finger does.
async function answer(page) {
  await page.waitForSelector('.pr-question h2');
  const field = page.locator('.pr-drill form input[type=text], .pr-drill form input:not([type])');
  if (await field.count()) {
    await field.first().fill('qqq');
    await field.first().press('Enter');
  } else {
    await page.locator('.bar-buttons [data-line]:not([aria-disabled=true])').first().click();
  }
  await page.waitForSelector('.pr-drill.answered');
}

// The whole deck; with axe at every step, on this screen.
async function practise({ browser, server }, lang, options) {
  const words = WORDS[lang], page = await person(browser, server, { lang, ...options });
  await openDeck(page, server);
  expect((await page.locator('[data-do=start]').count()) === 0, 'no card yet');
  await importDeck(page);
  expect(plain(await page.textContent('[data-do=start]')) === words.start, `the button: ${await page.textContent('[data-do=start]')}`);
  await clean(page, 'the deck');
  await page.goto(server.url);
  await page.waitForSelector('[data-do=practise]');
  expect((await page.textContent('[data-do=practise]')) === words.due, `the home page: ${await page.textContent('[data-do=practise]')}`);
  await page.click('[data-do=practise]');
  await ready(page);
  await page.click('[data-do=start]');
  for (let i = 0; i < CARDS; i++) {
    await answer(page);
    expect((await page.locator('.pr-choice').count()) > 1, 'the values of the choices');
    expect((await page.locator('.pr-choice.best').count()) === 1, 'the best one');
    expect(words.share.test(await page.textContent('.pr-because')), `why: ${await page.textContent('.pr-because')}`);
    expect(words.returns.test(plain(await page.textContent('.pr-returns'))), `when it returns: ${await page.textContent('.pr-returns')}`);
    await clean(page, `card ${i + 1}`);
    const before = await page.textContent('.pr-kind');
    await page.keyboard.press('Enter');
    await untilInPage(page, 'the next card, or the deck', (old) => (document.querySelector('.pr-deck') || document.querySelector('.pr-kind')?.textContent !== old), before);
  }
  await ready(page);
  expect((await page.textContent('.pr-stack.gold')) === '0', 'nothing is left for today');
  await page.reload(); // the deck is stored
  await ready(page);
  expect((await page.textContent('.pr-stack.gold')) === '0', 'after a reload too');
  const coming = page.waitForEvent('download');
  await page.click('[data-do=export-deck]');
  const text = readFileSync(await (await coming).path(), 'utf8');
  expect((text.match(/^cornet 1$/gm) ?? []).length === CARDS && (text.match(/^#! review /gm) ?? []).length === CARDS, 'the file has cards and answers');
  await page.click('[data-do=train-easycome-keep]');
  await answer(page);
  await clean(page, 'a trainer');
  await page.keyboard.press('Escape');
  await ready(page);
  expect((await page.locator('.pr-chart').count()) === 1, 'a chart of the trainer');
  await page.goto(server.url);
  await page.waitForSelector('[data-do=practise]');
  expect((await page.textContent('[data-do=practise]')) === words.none, 'the home page does not ask again');
  await close(page);
}

// The same from the accessibility tree alone.
async function listen({ browser, server }, lang) {
  const words = WORDS[lang], page = await person(browser, server, { lang });
  await openDeck(page, server);
  await importDeck(page);
  const ear = await Ear.open(page);
  await ear.press(await ear.until('the cards of today', () => ear.one('button', words.start)));
  const bar = lang === 'fr' ? 'Ce que vous pouvez faire' : 'What you can do now';
  await ear.until('the bar', () => ear.one('region', bar));
  const region = () => ear.one('region', bar), first = await ear.until('a choice', () => region() && ear.buttons(undefined, region())[0]);
  const heard = ear.heard.length;
  const field = ear.one('textbox', undefined, region());
  if (field) await ear.type(field, 'qqq');
  else await ear.press(first);
  const next = await ear.until('the next card', () => ear.buttons(words.next)[0]);
  await ear.until('the result', () => ear.heard.slice(heard).some(({ text }) => words.share.test(text)) || null);
  await ear.press(next);
  await ear.press(await ear.until('the way out', () => ear.buttons(words.deck)[0]));
  await ear.press(await ear.until('a trainer', () => ear.one('button', words.train)));
  await ear.press(await ear.until('a choice of the trainer', () => region() && ear.buttons(undefined, region())[0]));
  await ear.until('the next position', () => ear.buttons(words.position)[0]);
  await close(page);
}

// A browser that stores nothing: the deck works until the page is closed, and the page says so.
async function unkept({ browser, server }) {
  const page = await person(browser, server, PHONE);
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { get: () => { throw new Error('blocked'); } }));
  page.mayFail = true;
  await openDeck(page, server);
  await importDeck(page);
  await untilInPage(page, 'the notice', () => /stores nothing/.test(document.getElementById('notices').textContent) || document.querySelector('[data-do=start]'));
  await page.click('[data-do=start]');
  await answer(page);
  await close(page);
}

export const practiseTests = {
  practise: (place) => practise(place, 'fr', PHONE),
  practiseWide: (place) => practise(place, 'en', { viewport: { width: 1366, height: 768 } }),
  practiseListen: (place) => listen(place, 'en'),
  practiseListenFrench: (place) => listen(place, 'fr'),
  practiseUnkept: unkept,
};
