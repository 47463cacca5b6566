// plurals.mjs BUILD: formats every text of the browser client with the numbers 0, 1 and 2, in English and French. English: 1 is singular.
// French: 0 and 1 are singular. A text without plural forms must not put a number before a plural noun, unless FIXED says why that number
// is never 0 or 1.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

globalThis.navigator ??= { language: 'en' };
const { setLanguage, t, TEXTS } = await import(pathToFileURL(resolve(process.argv[2], 'web/core/texts.js')).href);
await import(pathToFileURL(resolve(process.argv[2], 'web/dice/texts_check.js')).href);
await import(pathToFileURL(resolve(process.argv[2], 'web/practise/texts.js')).href);
await import(pathToFileURL(resolve(process.argv[2], 'web/people/texts_people.js')).href);
Object.assign(TEXTS, (await import(pathToFileURL(resolve(process.argv[2], 'web/pages/texts_daily.js')).href)).default);

const FIXED = {
  'ec.why.third': 'two or three turns', 'ec.has': 'of three prizes', 'ec.endured': 'of two or three turns', 'ec.hear.has': 'of three prizes',
  'ec.hear.has.you': 'of three prizes', 'ec.hear.all': 'three prizes', 'ec.hear.all.you': 'three prizes', 'ec.keep': 'ec.keep.1 is for one',
  'db.round.ends': 'five captures', 'db.round.once': 'five captures', 'db.why.moves': 'five captures', 'watching.many': 'watching.one is for one',
};
const LANGUAGES = ['en', 'fr'];
// Placeholders that are not numbers. A number after a word of NAMED is a name: "seat 2".
const NAMES = new Set(['name', 'names', 'aim', 'seat', 'from', 'to', 'taken', 'was', 'winner']);
const NAMED = 'number|numéro|seat|place|theme|thème|round|manche|player|card|carte|the|le|your|votre';
// One word may stand between a number and its noun ("open seats"), but none of these.
const BETWEEN = '(?:of|from|to|for|in|and|is|has|are|sur|de|à|pour|et|est|a|en)\\b';
const ARTICLES = ['the', 'le', 'la', 'les'];

const holes = (text) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name);
const counted = (text) => [...new Set([...text.matchAll(/\{(\w+)\|/g)].map(([, name]) => name))];
const forms = (text) => [...text.matchAll(/\{\w+\|((?:[^{|}]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*)\}/g)];
const words = (text) => text.match(/\p{L}+/gu) ?? [];

/** The words that only the singular forms have, and those that only the plural forms have. */
const nouns = LANGUAGES.map((_, i) => {
  const one = new Set(), many = new Set();
  for (const pair of Object.values(TEXTS)) {
    for (const [, single, plural] of forms(pair[i])) {
      const a = words(single), b = words(plural);
      a.filter((word) => !b.includes(word) && word.length > 1 && !ARTICLES.includes(word.toLowerCase())).forEach((word) => one.add(word));
      b.filter((word) => !a.includes(word) && /([sx]|dice)$/.test(word)).forEach((word) => many.add(word));
    }
  }
  return { one: [...one].filter((word) => !many.has(word)), many: [...many] };
});
const follows = (number, text, list) =>
  text.match(new RegExp(`(?<!(?:${NAMED}) |[\\d.,×+])${number} (?:(?!${BETWEEN})\\p{L}+ )?(${list.join('|')})(?!\\p{L})`, 'iu'))?.[0];

const wrong = [];
let formatted = 0, plurals = 0;
for (const [key, pair] of Object.entries(TEXTS)) {
  LANGUAGES.forEach((language, i) => {
    setLanguage(language);
    const names = counted(pair[i]);
    plurals += names.length > 0;
    for (const number of [0, 1, 2]) {
      if (!holes(pair[i]).length) continue;
      const single = language === 'en' ? number === 1 : number < 2;
      const text = t(key, Object.fromEntries(holes(pair[i]).map((name) => [name, NAMES.has(name) ? 'Anne' : number]))).replaceAll('\u00a0', ' ');
      formatted++;
      if (/[{}|]|undefined|\(s\)/.test(text)) wrong.push(`${key}, ${language}, ${number}: “${text}”`);
      if (key in FIXED) continue;
      const bad = follows(number, text, single ? nouns[i].many : nouns[i].one)
        ?? (number === 1 && !names.length ? follows(1, text, ['\\p{Ll}{2,}s']) : undefined);
      if (bad) wrong.push(`${key}, ${language}, ${number}: “${bad}” in “${text}”`);
    }
  });
}
const built = (key) => Object.keys(TEXTS).some((other) => other.startsWith(`${key.split('.')[0]}.`)); // its game is in this build
for (const key of Object.keys(FIXED)) if (!TEXTS[key] && built(key)) wrong.push(`FIXED: no text ${key}`);
console.log(`${plurals} browser texts with plural forms: ${formatted} texts formatted, ${wrong.length} wrong`);
if (wrong.length) console.log(wrong.join('\n'));
process.exit(wrong.length || !plurals ? 1 : 0);
