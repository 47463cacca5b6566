// Shows the rules: games/GAME/rules.md as of the build, in the user's language; the chapter for programmers is collapsed. A small part of
// Markdown is enough: headings, paragraphs, lists, tables, strong, code, pictures.
import { GAMES } from '../games.js';
import { h } from './dom.js';
import { language, t } from './texts.js';
import { openDialog, redrawDialog } from './parts.js';
import { fileOf, hasServer } from './place.js';

/** @type {Map<string, string | null>} */
const texts = new Map(); // by game; null while one is on its way

/** Keeps adjacent pictures, such as dice, on one line. @param {string} text */
function pictures(text) {
  return h('span', { class: 'pictures' },
    [...text.matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)].map(([, alt, name]) => h('img', { alt, src: fileOf(`rules/${name}`) })));
}

/** Prevents line breaks before signs that French separates by a space. @param {string} text */
const bound = (text) => text.replace(/ ([;:?!»%])/g, '\u00a0$1').replace(/« /g, '«\u00a0');

/** @param {string} text */
function inline(text) {
  return bound(text).split(/((?:!\[[^\]]*\]\([^)]*\))+|\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*|\[[^\]]+\]\([^)]*\))/).map((part) => {
    if (part.startsWith('![')) return pictures(part);
    if (part.startsWith('**')) return h('strong', null, part.slice(2, -2));
    if (part.startsWith('`')) return h('code', null, part.slice(1, -1));
    if (part.startsWith('*') && part.length > 2) return h('em', null, part.slice(1, -1));
    if (part.startsWith('[')) return part.slice(1, part.indexOf(']'));
    return part;
  });
}

/** @param {string[]} lines */
function table(lines) {
  /** @param {string} line */
  const cells = (line) => line.replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());
  const [head, , ...rows] = lines;
  return h('div', { class: 'scroll' }, h('table', null,
    h('thead', null, h('tr', null, cells(head).map((cell) => h('th', { scope: 'col' }, inline(cell))))),
    h('tbody', null, rows.map((row) => h('tr', null, cells(row).map((cell) => h('td', null, inline(cell))))))));
}

/** @param {string[]} lines */
function listOf(lines) {
  const items = [];
  for (const line of lines) {
    if (/^(-|\d+\.) /.test(line)) items.push(line.replace(/^(-|\d+\.) /, ''));
    else items[items.length - 1] += ' ' + line.trim();
  }
  return h(/^\d/.test(lines[0]) ? 'ol' : 'ul', null, items.map((item) => h('li', null, inline(item))));
}

/** @param {string} text */
function markdown(text) {
  return text.trim().split(/\n\s*\n/).map((block) => {
    const lines = block.split('\n');
    if (/^#+ /.test(block)) return h('h3', null, inline(lines[0].replace(/^#+ /, '')));
    if (/^    /.test(block)) return h('pre', null, lines.map((line) => line.slice(4)).join('\n'));
    if (block.startsWith('|')) return table(lines);
    if (/^(-|\d+\.) /.test(block)) return listOf(lines);
    if (block.startsWith('---')) return null;
    return h('p', null, inline(lines.join(' ')));
  });
}

/** The part under "## Français" or "## English", and the one for programmers. @param {string} text */
function part(text) {
  const parts = text.split(/^## /m);
  /** @param {string} title */
  const find = (title) => parts.find((p) => p.startsWith(title))?.slice(title.length) ?? '';
  const own = find(language() === 'fr' ? 'Français' : 'English'), notation = find('Notation and state');
  return [
    ...markdown(own || text),
    notation && h('details', { class: 'rules-notation', key: 'notation' },
      h('summary', null, t('rules.notation')),
      h('div', { class: 'rules', lang: 'en' }, markdown(notation))),
  ];
}

/** Links to the PDFs, on both papers. @param {string} game */
const prints = (game) => h('p', { class: 'rules-print', key: 'print' }, t('rules.print'),
  ['a4', 'letter'].map((paper) => {
    const name = `${game}-${paper}-${language()}.pdf`;
    const props = { class: 'button quiet', href: `/print/${name}`, download: name, 'data-do': `print-${paper}` };
    return h('a', props, t(`rules.print.${paper}`));
  }));

/** @param {string} game @param {string} title */
export function openRules(game, title) {
  if (!texts.has(game)) {
    texts.set(game, null);
    fetch(fileOf(`rules/${game}.md`))
      .then((answer) => (answer.ok ? answer.text() : Promise.reject()))
      .then((text) => texts.set(game, text), () => texts.delete(game))
      .then(redrawDialog);
  }
  openDialog(() => ({
    title: t('rules.of', { game: title }),
    body: h('div', { class: 'rules' },
      GAMES[game]?.prints && hasServer() ? prints(game) : null,
      texts.get(game) ? part(texts.get(game) ?? '') : h('p', null, t(texts.has(game) ? 'loading' : 'rules.none'))),
  }));
}
