// Waits with a limit that report what they waited for.
import { PATIENCE } from '../web/kit.mjs';

// Waits until holds() is true. holds() may fail while a page is loading. The error shows the text of the page.
export async function until(page, what, holds) {
  let timer = null, late = false, trouble = '';
  const limit = new Promise((done) => (timer = setTimeout(done, PATIENCE))).then(() => (late = true));
  const look = async () => {
    while (!late) {
      if (await holds().catch((error) => void (trouble = error.message))) return;
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  await Promise.race([look(), limit]);
  clearTimeout(timer);
  if (!late) return;
  const shown = await Promise.race([page.innerText('body', { timeout: 5000 }), new Promise((done) => setTimeout(done, 5000, 'nothing'))]).catch(() => 'nothing');
  throw new Error(`waited ${PATIENCE / 1000} s for ${what} at ${page.url()}${trouble && `; ${trouble}`}; the page shows:\n${shown.slice(0, 1000)}`);
}

// Waits until a function that runs in the page returns a true value.
export const untilInPage = (page, what, test, given) => until(page, what, () => page.evaluate(test, given));
