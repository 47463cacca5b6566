// node tests/print.mjs FOLDER LANGUAGE PAPER: measures FOLDER/GAME.pdf of each game, in points, as pdfinfo, pdftotext and pdftoppm read them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [folder, language, paper] = process.argv.slice(2);
const MM = 72 / 25.4, PIXELS = 2; // PIXELS in a millimetre of a page as a picture
const [wide, high] = paper === 'a4' ? [210, 297] : [215.9, 279.4];
let wrong = 0;
const check = (name, good, seen = '') => {
  if (good) return;
  console.log(`FAILED ${name} (${language}, ${paper}) ${seen}`);
  wrong++;
};
const run = (program, ...args) => execFileSync(program, args, { maxBuffer: 1 << 28 });
const textOf = (file, page) => run('pdftotext', '-raw', '-f', page, '-l', page, file, '-').toString().replace(/\s+/g, ' ');
const wordsOf = (file, page) => [...run('pdftotext', '-bbox', '-f', page, '-l', page, file, '-').toString()
  .matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g)]
  .map(([, x1, y1, x2, y2, word]) => ({ word, x: (Number(x1) + Number(x2)) / 2 / MM, y: (Number(y1) + Number(y2)) / 2 / MM, w: (x2 - x1) / MM, h: (y2 - y1) / MM }));
const times = (text, part) => text.split(part).length - 1;

/** A page as a picture: whether the point in millimetres has a colour. */
function pictureOf(file, page) {
  const bytes = run('pdftoppm', '-r', String(25.4 * PIXELS), '-f', page, '-l', page, file);
  const [, width, height] = bytes.subarray(0, 40).toString('latin1').match(/^P6\s+(\d+)\s+(\d+)\s+255\s/).map(Number);
  const at = (x, y) => [...bytes.subarray(bytes.length - 3 * (width * height - y * width - x)).subarray(0, 3)];
  return { width, height, at, near: (x, y, colour) => at(Math.round(x * PIXELS), Math.round(y * PIXELS))
    .every((value, i) => Math.abs(value - colour[i]) < 12) };
}

/** Nothing is printed within 5 mm of the edge. */
function checkEdge(name, { width, height, at }) {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const edge = 5 * PIXELS - 1;
      if (x === edge && y > edge && y < height - edge) x = width - edge;
      if (at(x, y).some((value) => value < 250)) return check(`${name}: the edge`, false, `${x / PIXELS} ${y / PIXELS} mm`);
    }
  }
}

/** The rows of the first table of the rules: their cells. */
function tableOf(game) {
  const page = readFileSync(`games/${game}/rules.md`, 'utf8').split(language === 'fr' ? '\n## Français\n' : '\n## English\n')[1];
  return page.slice(page.indexOf('|')).split('\n\n')[0].split('\n').slice(2).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));
}

/** The pages of a game by their texts; checks size and edges. */
function open(game, pages) {
  const file = `${folder}/${game}.pdf`, info = run('pdfinfo', file).toString();
  const [, w, h] = info.match(/Page size: +([\d.]+) x ([\d.]+) pts/).map(Number), count = Number(info.match(/Pages: +(\d+)/)[1]);
  check(`${game}: the size`, Math.abs(w - wide * MM) < 0.1 && Math.abs(h - high * MM) < 0.1, `${w} x ${h}`);
  check(`${game}: the pages`, count === pages, count);
  for (let page = 1; page <= count; page++) checkEdge(`${game}, page ${page}`, pictureOf(file, String(page)));
  return file;
}

const SLOTS = [...Array(9).keys()], CARD = [63, 88], FACE = 16;
const left = (wide - 3 * CARD[0]) / 2, top = (high - 3 * CARD[1]) / 2;

/** Sheets of cards from this page: every front has its back behind it, in the mirrored column. */
function checkCards(name, file, first, cards, backColour) {
  for (let page = first, rest = cards; rest > 0; page += 2, rest -= 9) {
    const [front, back] = [page, page + 1].map((each) => pictureOf(file, String(each))), words = wordsOf(file, String(page));
    for (const slot of SLOTS) {
      const column = slot % 3, x = left + column * CARD[0], y = top + Math.floor(slot / 3) * CARD[1], mirrored = wide - x - CARD[0];
      const used = slot < rest, within = words.some((word) => word.x > x && word.x < x + CARD[0] && word.y > y && word.y < y + CARD[1]);
      check(`${name}: front ${slot} of page ${page}`, within === used);
      // The frame of a back, 4 mm within the card, and the card's colour around it.
      check(`${name}: back ${slot} of page ${page + 1}`, back.near(mirrored + 20, y + 31.5, [0xff, 0xfa, 0xf0]) === used);
      if (used) check(`${name}: the ground of back ${slot}`, back.near(mirrored + 2, y + 2, backColour));
    }
    for (const [i, a] of words.entries()) { // the boxes of lines overlap a little
      const over = words.slice(i + 1).find((b) => Math.abs(a.x - b.x) < (a.w + b.w) / 2 - 0.5 && Math.abs(a.y - b.y) < (a.h + b.h) / 2 - 1.3);
      check(`${name}: words apart on page ${page}`, !over, `${a.word} ${over?.word}`);
    }
    // The bleed: colour beyond the outer edge, on both sides.
    check(`${name}: bleed of the front`, front.near(left - 1, top + 40, [0xff, 0xfa, 0xf0]));
    check(`${name}: bleed of the back`, back.near(left - 1, top + 40, backColour));
  }
}

{
  const file = open('easycome', 5), prizes = tableOf('easycome');
  const lines = run('pdftotext', '-raw', '-f', '3', '-l', '3', file, '-').toString().split('\n');
  for (const [title] of prizes) check(`the prize ${title}`, lines.filter((line) => line.trim() === title).length === 1, lines);
  check('nine prizes', prizes.length === 9);
  checkCards('easycome', file, 3, 9, [0x8f, 0x25, 0x30]);
}
{
  const file = open('wazabi', paper === 'a4' ? 13 : 15), text = ['3', '5', '7', '9'].map((page) => textOf(file, page)).join(' ');
  let cards = 0;
  for (const [title] of tableOf('wazabi')) {
    const [, name, count] = title.match(/^(.*) \((\d+)\)$/);
    check(`the card ${name}`, times(text, name) === Number(count), times(text, name));
    cards += Number(count);
  }
  check('36 cards', cards === 36);
  checkCards('wazabi', file, 3, cards, [0x4a, 0x6d, 0x12]);
}
{
  const file = open('debacle', paper === 'a4' ? 7 : 9), words = wordsOf(file, '3'), sheet = textOf(file, '5');
  const [a, f, one, six] = ['a', 'f', '1', '6'].map((name) => words.find(({ word }) => word === name));
  check('six files of 30 mm', Math.abs(f.x - a.x - 5 * 30) < 0.5);
  check('six ranks of 30 mm', Math.abs(one.y - six.y - 5 * 30) < 0.5);
  check('the score sheet', sheet.includes(language === 'fr' ? 'Feuille de marque' : 'Score sheet'), sheet);
}
{
  const file = open('themots', 7), cards = readFileSync('games/themots/data/cards.txt', 'utf8').split('\n').filter((line) => /^\d/.test(line));
  const text = textOf(file, '3'), at = language === 'fr' ? 'fr' : 'en';
  for (const id of new Set(cards.flatMap((line) => line.split(' ').slice(1)))) {
    const head = readFileSync(`games/themots/data/themes/${id}.txt`, 'utf8'), title = head.match(new RegExp(`^# ?${at}: (.*)$`, 'm'))?.[1];
    check(`the theme ${id}`, title && times(text, title) === cards.filter((line) => line.split(' ').includes(id)).length, title);
  }
  checkCards('themots', file, 3, cards.length, [0x24, 0x50, 0x8c]);
  check('15 tokens for each of six', wordsOf(file, '5').filter(({ word }) => word === '1').length === 90);
  // The green die, ABMPST: opposite faces are two squares apart in the net.
  const letters = wordsOf(file, '7').filter(({ x }) => x < wide / 3), [A, B, M, P, S, T] = [...'ABMPST'].map((letter) =>
    letters.filter(({ word }) => word === letter).sort((one, two) => one.y - two.y)[0]);
  for (const [one, two, dx, dy] of [[A, T, 0, 2], [B, S, 0, 2], [M, P, 2, 0], [A, B, 0, 1], [M, B, 1, 0]]) {
    check('the net of a die', Math.abs(two.x - one.x - dx * FACE) < 0.7 && Math.abs(two.y - one.y - dy * FACE) < 0.7, `${one.word}${two.word}`);
  }
}
process.exit(wrong ? 1 : 0);
