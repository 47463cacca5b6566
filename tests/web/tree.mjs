// Cornet from the accessibility tree alone: whole games, a tutorial, an analysis, settings, tables and proposals, by roles, names and keys
// (ear.mjs). Every announcement is compared with the record of the game: each event once, in order, and then the next player.
import { NEAR_THE_END, THEMOTS_END, close, daily, expect, goHome, newTable, person, tableFrom } from './kit.mjs';
import { Ear } from './ear.mjs';
import { robotOf } from '../../web/core/robots.js';

// Names in the tree, and patterns of sentences. `$` is a player's name or “You”.
const WORDS = {
  en: {
    bar: 'What you can do now', throws: 'Throw the dice', skip: 'Show the rest', over: 'Rematch', hint: /^Hint/, undo: /^(Ask to take|Take) back/, you: 'You', yours: /Your turn/, begins: 'The game begins.', turnOf: (name) => `${name} to play.`,
    asked: (name) => `${name} must choose.`, rollsOff: (name) => `${name} is to throw the dice.`, hand: 'Your cards', left: /^\d+ seconds? left\.$/, word: 'Type a French word', say: 'Say it', best: /^Say “(.+?)”/, ready: 'Continue', tie: 'roll again', wins: /wins!|You win!|A draw\.|share the win/,
    easycome: { roll: (who, dice) => (who ? `${who} rolls ${dice}.` : `You roll ${dice}.`), keep: (who, dice) => (who ? `${who} keeps ${dice} and rolls again.` : `You keep ${dice} and roll again.`), take: (who) => (who ? new RegExp(`^${who} (takes|steals) `) : /^You (take|steal) /), stop: (who) => (who ? `${who} stops without a prize.` : 'You stop without a prize.') },
    wazabi: {
      faces: { C: ['card to draw', 'cards to draw'], D: ['die to give', 'dice to give'], W: ['W', 'W'], and: ' and ' },
      roll: (who, dice) => (who ? `${who} rolls ${dice}.` : `You roll ${dice}.`), hidden: (who, n) => `${who} draws ${n > 1 ? `${n} hidden cards` : 'a hidden card'}.`, draw: /^You draw: /, steal: (who) => (who ? new RegExp(`^${who} takes .* from `) : /^You take .* from /), give: (who, aim) => new RegExp(`^${who ? `${who} gives` : 'You give'} ${aim ? `(a die|\\d dice) to ${aim}\\.` : 'you '}`),
      keep: (who) => (who ? `${who} chooses which cards to keep.` : /^You keep /), play: (who) => (who ? new RegExp(`^${who}(:| plays)`) : /^You (play|pass) /), pass: (who) => (who ? `${who} plays no card.` : 'You play no card.'), from: (who) => (who ? new RegExp(`^${who} draws from`) : /^You draw from/), deal: 'Everybody is dealt their cards.', nothing: 'No card', to: /^(To |On |Take from |Play |Keep )/,
    },
    debacle: {
      roll: (who, from, to) => new RegExp(`^${who ? `${who} rolls the` : 'You roll your'} \\d from ${from} to ${to}: it becomes \\d\\.`), capture: (who, from, to) => new RegExp(`^${who ? `${who} captures (the|your)` : 'You capture the'} \\d on ${to} with (the|your) \\d from ${from}, which becomes \\d\\.`), flip: (who, from) => new RegExp(`^${who ? `${who} flips` : 'You flip'} ${from}: the \\d becomes \\d\\.`),
      return: (who, to) => new RegExp(`^${who ? `${who} puts` : 'You put'} the \\d back .*on ${to}\\.`), recover: (who, to) => new RegExp(`^${who ? `${who} recovers the` : 'You recover your'} \\d on ${to}\\.`), end: (who) => (who ? `${who} ends the turn.` : 'You end your turn.'), can: ['capture it', 'roll here', 'can move'], done: 'End the turn',
    },
    themots: { theme: /Theme: /, roll: (letters) => `Letters ${letters}, colour `, say: (who, word) => (who ? `${who} says “${word}”.` : `You say “${word}”.`), yes: /Accepted, \d/, no: /Refused: /, pass: (who) => (who ? new RegExp(`${who}(: too late| passes\\.)`) : /You pass\.|Too late/), time: 'Time is up.', task: /A French word (that starts|with none)/ },
  },
  fr: {
    bar: 'Ce que vous pouvez faire', throws: 'Lancer les dés', skip: 'Voir la suite', over: 'Revanche', hint: /^Indice/, undo: /^(Demander à reprendre|Reprendre)/, you: 'Vous', yours: /À vous/, begins: 'La partie commence.', turnOf: (name) => `À ${name} de jouer.`,
    asked: (name) => `${name} doit choisir.`, rollsOff: (name) => `C’est à ${name} de lancer les dés.`, hand: 'Vos cartes', left: /^Plus que \d+ secondes?\.$/, word: 'Écrivez un mot', say: 'Dire', best: /^Dites « (.+?) »/, ready: 'Continuer', tie: 'relancent', wins: /gagne !|Vous gagnez !|Partie nulle|se partagent/,
    easycome: { roll: (who, dice) => (who ? `${who} lance ${dice}.` : `Vous lancez ${dice}.`), keep: (who, dice) => (who ? `${who} garde ${dice} et relance.` : `Vous gardez ${dice} et relancez.`), take: (who) => (who ? new RegExp(`^${who} (prend|vole|vous vole) `) : /^Vous (prenez|volez) /), stop: (who) => (who ? `${who} s’arrête sans prix.` : 'Vous vous arrêtez sans prix.') },
    wazabi: {
      faces: { C: ['carte à piocher', 'cartes à piocher'], D: ['dé à donner', 'dés à donner'], W: ['W', 'W'], and: ' et ' },
      roll: (who, dice) => (who ? `${who} obtient ${dice}.` : `Vous obtenez ${dice}.`), hidden: (who, n) => `${who} pioche ${n > 1 ? `${n} cartes cachées` : 'une carte cachée'}.`, draw: /^Vous piochez : /, steal: (who) => (who ? new RegExp(`^${who} (prend .* à |vous prend )`) : /^Vous prenez .* à /), give: (who, aim) => new RegExp(`^${who || 'Vous'} ${who ? (aim ? 'donne' : 'vous donne') : 'donnez'} (un dé|\\d dés)${aim ? ` à ${aim}` : ''}\\.`),
      keep: (who) => (who ? `${who} choisit les cartes à garder.` : /^Vous gardez /), play: (who) => (who ? new RegExp(`^${who} (:|joue)`) : /^Vous (jouez|faites passer) /), pass: (who) => (who ? `${who} ne joue pas de carte.` : 'Vous ne jouez pas de carte.'), from: (who) => (who ? new RegExp(`^${who} pioche dans`) : /^Vous piochez dans/), deal: 'Chacun reçoit ses cartes.', nothing: 'Pas de carte', to: /^(À |Contre |Prendre à |Jouer |Garder |Vers )/,
    },
    debacle: {
      roll: (who, from, to) => new RegExp(`^${who ? `${who} fait rouler le` : 'Vous faites rouler votre'} \\d d(e |’)${from} à ${to} : il devient \\d\\.`), capture: (who, from, to) => new RegExp(`^${who ? `${who} capture (le|votre)` : 'Vous capturez le'} \\d en ${to} avec (le|votre) \\d d(e |’)${from}, qui devient \\d\\.`), flip: (who, from) => new RegExp(`^${who ? `${who} flippe` : 'Vous flippez'} ${from} : le \\d devient \\d\\.`),
      return: (who, to) => new RegExp(`^${who ? `${who} remet` : 'Vous remettez'} le \\d .*en ${to}\\.`), recover: (who, to) => new RegExp(`^${who ? `${who} récupère le` : 'Vous récupérez votre'} \\d, en ${to}\\.`), end: (who) => (who ? `${who} termine son tour.` : 'Vous terminez votre tour.'), can: ['à capturer', 'rouler ici', 'peut bouger'], done: 'Terminer le tour',
    },
    themots: { theme: /Thème : /, roll: (letters) => `Lettres ${letters}, couleur `, say: (who, word) => (who ? `${who} dit « ${word} ».` : `Vous dites « ${word} ».`), yes: /Accepté, \d/, no: /Refusé : /, pass: (who) => (who ? new RegExp(`${who}( : trop tard| passe\\.)`) : /Vous passez\.|Trop tard/), time: 'Le temps est écoulé.', task: /Un mot (du thème en|sans aucune)/ },
  },
};

const spaced = (letters) => [...letters].join(' ');
const plain = (text) => text.replace(/[\u00a0\u202f]/g, ' ');
const holds = (text, wanted) => (wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted));

// ---- the expected announcements of a record ----

// The seats that roll for the start; tied seats roll again.
function rollOff(totals, players) {
  let contenders = Array.from({ length: players }, (_, i) => i + 1), round = [];
  const owners = [];
  for (const total of totals) {
    if (contenders.length < 2) break;
    owners.push(contenders[round.length]);
    round.push(total);
    if (round.length < contenders.length) continue;
    contenders = contenders.filter((_, i) => round[i] === Math.max(...round));
    round = [];
  }
  return owners;
}

// The seats of the rolls for the start.
function startsOf(game, lines, players) {
  const rolls = lines.filter((line) => line.startsWith('* roll')).map((line) => line.split(' ')[2]);
  const totals = game === 'easycome' ? rolls.map((dice) => [...dice].reduce((sum, n) => sum + Number(n), 0)) : game === 'wazabi' ? rolls.map((dice) => dice.match(/W/g)?.length ?? 0) : [];
  return rollOff(totals, players);
}

// Wazabi's dice in words; for the start only W count.
function facesOf(dice, names, forStart) {
  const counted = [...(forStart ? 'W' : 'CDW')].map((face) => [face, dice.split(face).length - 1]).filter(([, n]) => n || forStart);
  const parts = counted.map(([face, n]) => `${n} ${names[face][n > 1 ? 1 : 0]}`);
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')}${names.and}${parts.at(-1)}` : parts[0];
}

// The owners of the lines. A roll belongs to the seat that acts next; drawn or stolen cards belong to the seat that rolled last.
function ownersOf(game, lines, players) {
  const starts = startsOf(game, lines, players);
  let rolled = 0, turn = 0;
  return lines.map((line, i) => {
    if (line[0] !== '*') return Number(line[0]);
    if (line.startsWith('* roll')) {
      const next = Number(lines.slice(i + 1).find((other) => other[0] !== '*')?.[0] ?? 0);
      // In Easy Come, a roll of fewer than four dice belongs to the seat that kept the others.
      const again = game === 'easycome' && line.split(' ')[2].length < 4;
      turn = rolled < starts.length ? starts[rolled] : again ? turn : next;
      rolled++;
    } else if (game === 'wazabi' && i < 3 * players) return Math.floor(i / 3) + 1;
    return turn;
  });
}

// The events of the record with their expected announcements: [{line, owner, wanted}]. Hidden cards of others are announced as hidden to
// seat `me`.
function eventsOf({ game, lines, players, me, nameOf, w }) {
  const owners = ownersOf(game, lines, players), words = w[game], events = [];
  const starts = game === 'wazabi' ? startsOf(game, lines, players).length : 0;
  const opening = lines.slice(0, lines.findIndex((line) => /^\d/.test(line))).findLastIndex((line) => line.startsWith('* roll')); // of the first turn
  let rolls = 0;
  const who = (seat) => (!seat || seat === me ? '' : nameOf(seat));
  lines.forEach((line, i) => {
    const [, verb, what = '', more] = line.split(' '), owner = owners[i], name = who(owner), last = events.at(-1), add = (wanted, kind = verb) => events.push({ line, owner, wanted, kind, times: 1, forStart: verb === 'roll' && i < opening });
    if (game === 'easycome') {
      if (verb === 'roll') add(words.roll(name, spaced(what)));
      else add(verb === 'keep' ? words.keep(name, spaced(what)) : verb === 'take' ? words.take(name) : words.stop(name));
    } else if (game === 'wazabi') {
      if (i < 3 * players) {
        if (i === 3 * players - 1) add(words.deal, 'deal');
      } else if (verb === 'draw' && owner !== me) {
        if (last?.kind === 'hidden' && last.owner === owner && last.at === i - 1) Object.assign(last, { times: last.times + 1, at: i });
        else events.push({ line, owner, kind: 'hidden', times: 1, at: i });
        events.at(-1).wanted = words.hidden(name, events.at(-1).times);
      } else if (['give', 'draw'].includes(verb) && last?.line === line && last.at === i - 1) Object.assign(last, { at: i, folds: true });
      else if (verb === 'roll') add(words.roll(name, facesOf(what, words.faces, rolls++ < starts)));
      else if (verb === 'draw') add(words.draw);
      else add(words[verb](name, who(Number(what))));
      if (['give', 'draw'].includes(verb) && events.at(-1)?.line === line) events.at(-1).at = i;
    } else if (game === 'debacle') {
      const [from, to] = verb.match(/[a-f][1-6]/g) ?? [];
      if (line[0] === '*') return;
      if (verb === 'end') add(words.end(name));
      else if (verb.endsWith('~')) add(words.flip(name, from));
      else if (verb[0] === '@') add(words.return(name, from));
      else if (verb[0] === '+') add(words.recover(name, from));
      else add(verb.includes('x') ? words.capture(name, from, to) : words.roll(name, from, to));
    } else {
      if (verb === 'theme') add(words.theme);
      else if (verb === 'roll') add(words.roll(spaced(what)));
      else if (verb === 'say') add(words.say(name, line.split(' ').slice(2).join(' ')));
      else if (verb === 'pass') add(words.pass(name));
      else add(words[verb], verb);
    }
    void more;
  });
  return events;
}

// Every event is announced exactly once and in order. Other announcements are no events. In Thémots one announcement may have several
// events.
function compare({ game, heard, events, w, nameOf, players }) {
  const all = heard.map(({ text }) => plain(text)), story = () => `\nheard:\n  ${all.join('\n  ')}\nrecord:\n  ${events.map(({ line, times }) => `${line}${times > 1 ? ` × ${times}` : ''}`).join('\n  ')}`;
  let at = 0, from = 0;
  const used = new Map();
  for (const [n, { line, wanted, folds, kind }] of events.entries()) {
    const found = all.findIndex((text, i) => i >= at && holds(i === at ? text.slice(from) : text, wanted));
    expect(found >= 0, `${game}: “${line}” is heard after “${all[at]}”: ${wanted}${story()}`);
    const [matched] = wanted instanceof RegExp ? (found === at ? all[found].slice(from) : all[found]).match(wanted) : [wanted];
    from = (found === at ? from : 0) + (found === at ? all[found].slice(from) : all[found]).indexOf(matched) + matched.length;
    at = found;
    used.set(found, [...(used.get(found) ?? []), n]);
    if (game !== 'themots') expect(used.get(found).length === 1, `${game}: “${line}” is an announcement of its own: ${all[found]}${story()}`);
    const [same] = all[found].split('.'); // of drawn cards only equal ones fold
    while (folds && holds(all[at + 1] ?? '', wanted) && (kind !== 'draw' || all[at + 1].startsWith(same))) used.set(++at, [n]), (from = 0);
    if (game === 'themots' && kind === 'roll') expect(holds(all[found], w.themots.task), `${game}: the task is announced with the letters: ${all[found]}`);
  }
  // No other announcement repeats an event.
  const others = all.filter((_, i) => !used.has(i));
  const tells = events.map(({ wanted }) => wanted);
  for (const text of others) expect(!tells.some((wanted) => holds(text, wanted)), `${game}: “${text}” is heard once${story()}`);
  all.forEach((text, i) => expect(text !== all[i + 1] || (used.has(i) && used.has(i + 1)), `${game}: “${text}” is not said twice${story()}`));
  // The next player is announced between the last event of one seat and the first of the next.
  const order = [...used.entries()].sort(([a], [b]) => a - b);
  if (game === 'themots') return;
  order.forEach(([place, [n]], k) => {
    const next = events[order[k + 1]?.[1][0]];
    if (!next || next.owner === events[n].owner || events[n].kind === 'deal' || next.kind === 'steal') return;
    const between = all.slice(place, order[k + 1][0] + 1).join(' '), name = nameOf(next.owner);
    const comes = next.forStart ? [w.rollsOff] : [w.turnOf, w.asked]; // in the roll for the start nobody has a turn
    const heardNext = name === 'Anne' ? w.yours.test(between) : comes.some((words) => between.includes(words(name)));
    expect(heardNext, `${game}: after “${events[n].line}” it is heard that ${name} comes next: ${between}${story()}`);
  });
  const end = all.at(-1);
  expect(w.wins.test(all.slice(order.at(-1)[0]).join(' ')), `${game}: the result is heard with the last event: ${end}${story()}`);
  void players;
}

// ---- players ----

const barOf = (ear, w) => ear.one('region', w.bar);
const inBar = (ear, w, name) => (barOf(ear, w) ? ear.buttons(name, barOf(ear, w)) : []);

// Buttons of the bar that make a move.
const choices = (ear, w) => inBar(ear, w).filter(({ name }) => !holds(name, w.hint) && !holds(name, w.undo));

// For each game, the node to press next, by what the tree offers.
const ACTIONS = {
  easycome(ear, w) {
    const [take] = choices(ear, w).filter(({ name }) => /^(Take|Steal|Prendre|Voler) /.test(name));
    const dice = ear.buttons(/^(Keep the|Garder le) \d/), held = dice.filter(({ states }) => states.pressed === 'true');
    const keep = choices(ear, w).find(({ name }) => /^(Keep|Garder) \d/.test(name));
    return take ?? (held.length && keep ? keep : dice.find(({ states }) => states.pressed !== 'true') ?? choices(ear, w)[0]);
  },
  wazabi(ear, w) {
    const cards = ear.buttons(undefined, ear.one('group', w.hand) ?? ear.root).filter(({ states }) => states.pressed === 'false');
    const chosen = ear.buttons(undefined, ear.one('group', w.hand) ?? ear.root).some(({ states }) => states.pressed === 'true');
    const [play] = choices(ear, w).filter(({ name }) => w.wazabi.to.test(name));
    return play ?? (cards.length && (!chosen || !choices(ear, w).length) ? cards[0] : choices(ear, w)[0]);
  },
  debacle(ear, w) {
    const squares = w.debacle.can.flatMap((what) => ear.buttons(new RegExp(`^[a-f][1-6] ?: .*${what}`)));
    const [others] = choices(ear, w).filter(({ name }) => name !== w.debacle.done);
    const [captures, goals, mine] = w.debacle.can.map((what) => squares.filter(({ name }) => name.includes(what)));
    const now = ear.heard.filter(({ text }) => !/^[a-f][1-6]\s?:/.test(text)).length; // tries a die that may capture, then another one
    if (ear.dice !== now) Object.assign(ear, { dice: now, tried: 0 });
    if (captures.length) return captures[0];
    if (mine.length && ear.tried <= mine.length) return mine[ear.tried++ % mine.length];
    return goals[0] ?? mine[ear.tried++ % mine.length] ?? others ?? choices(ear, w)[0];
  },
};

// Thémots: without a word, asks for a hint, reads it from the tree and types it.
async function speak(ear, w) {
  const field = ear.one('textbox', w.word), hint = inBar(ear, w, w.hint)[0];
  const words = ear.all('button').map(({ name }) => plain(name).match(w.best)?.[1]).filter(Boolean);
  if (field && words.length) return ear.type(field, words[0]);
  if (hint && hint.states.pressed !== 'true') return ear.press(hint);
  return false;
}

const isOver = (ear, w) => inBar(ear, w, w.over).length > 0;

// The lines of the record on the server.
async function recordOf(server, id) {
  const [, played] = (await (await fetch(new URL(`/api/tables/${id}/record`, server.url))).text()).split(/^---$/m);
  return played.split('\n').map((line) => line.replace(/\s*#.*/, '').trim()).filter((line) => /^[*\d] \S/.test(line));
}

const ENOUGH = 600; // limit of actions in a game

// Plays a game to its end, from the start or after the lines of `from`.
async function playWhole(all, game, { lang = 'en', pace = 'none', from = null, ...table }) {
  const { browser, server } = all, w = WORDS[lang], page = await person(browser, server, { lang, pace });
  const ear = await Ear.open(page);
  await (from ? tableFrom(page, server, from) : newTable(page, server, game, table));
  let asked = 0, selects = false;
  for (let made = 0; made < ENOUGH; made++) {
    await ear.until('something to do', () => isOver(ear, w) || choices(ear, w).length || ACTIONS[game]?.(ear, w) || (game === 'themots' && ear.one('textbox', w.word)) || inBar(ear, w, w.throws).length || ear.buttons(w.ready).length);
    if (isOver(ear, w)) break;
    const skip = inBar(ear, w, w.skip)[0], due = inBar(ear, w, w.throws)[0], before = ear.moment(), ready = ear.buttons(w.ready)[0];
    if (made && !skip) await ear.until(`the focus after ${made} actions of ${game}`, () => ear.focused());
    if (game === 'themots' && !ready) {
      if (!(await speak(ear, w))) await ear.until('a change', () => ear.moment() !== before);
    } else {
      const question = plain(barOf(ear, w).children.flatMap((node) => (node.role === 'paragraph' ? [node.text] : []))[0] ?? '');
      if (!skip && !due && !ready && ear.heard.length > asked) { // the question was announced with the last event
        expect(selects || plain(ear.heard.at(-1).text).includes(question), `${game}: “${question}” is heard: ${ear.heard.slice(-3).map(({ text }) => text).join(' | ')}`);
        asked = ear.heard.length;
      }
      const node = ready ?? skip ?? due ?? ACTIONS[game](ear, w);
      selects = node.states.pressed !== undefined || /^[a-f][1-6] ?:/.test(node.name); // selecting something changes the question
      await ear.press(node);
      await ear.changes(before);
    }
  }
  await ear.until('the end', () => isOver(ear, w) && ear.heard.some(({ text }) => w.wins.test(plain(text))));
  await check(all, game, page, ear, lang, from?.lines.length);
  await close(page);
}

async function check({ server }, game, page, ear, lang, skipped = 0) {
  const id = new URL(page.url()).pathname.split('/')[2], { seats } = await server.json(`/api/tables/${id}`), w = WORDS[lang];
  const nameOf = (seat) => robotOf(seats, seat)?.name ?? seats[seat - 1].name;
  if (process.env.CORNET_HEARD) console.log(ear.heard.map(({ text }) => text).join('\n')); // prints the announcements
  const lines = await recordOf(server, id), me = seats.findIndex(({ kind }) => kind === 'person') + 1;
  const before = eventsOf({ game, lines: lines.slice(0, skipped), players: seats.length, me, nameOf, w }).length;
  const events = eventsOf({ game, lines, players: seats.length, me, nameOf, w }).slice(before);
  compare({ game, heard: ear.heard.filter(({ text }) => !w.left.test(plain(text))), events, w, nameOf, players: seats.length });
}


// ---- tutorials ----

const LESSON = {
  en: { title: /: your first game$/, next: 'Continue', real: 'Now a real game', word: 'Type a French word', typed: /(?:^|\P{L})type (\p{L}+)/giu },
  fr: { title: / : votre première partie$/, next: 'Continuer', real: 'Maintenant, une vraie partie', word: 'Écrivez un mot', typed: /(?:^|\P{L})écrivez (\p{L}+)/giu },
};

// The node to press for an instruction: one that it names, else a choice, else any action.
function lessonAction(ear, w, said) {
  const offered = choices(ear, w), next = offered.find(({ name }) => /^(Keep|Garder|Take|Steal|Prendre|Voler|Flip|To|On|Play|Back|Recover|À|Contre|Jouer|Retour|Récupérer|Vers) ?/.test(name));
  const squares = w.debacle.can.flatMap((what) => ear.buttons(new RegExp(`^[a-f][1-6] ?: .*${what}`)));
  const toggles = ear.all('button').filter(({ states }) => states.pressed === 'false' && !states.disabled).filter(({ name }) => !/^[a-f][1-6] ?:/.test(name) && !holds(name, w.hint));
  const quoted = [...said.matchAll(/“(.+?)”|« (.+?) »/g)].map(([, en, fr]) => en ?? fr), named = toggles.filter(({ name }) => quoted.some((card) => plain(name).startsWith(card)));
  const chosen = ear.all('button').filter(({ states }) => states.pressed === 'true').map(({ name }) => name);
  const fresh = named.filter(({ name }) => !chosen.includes(name));
  if (squares.length && !offered.length) return squares[0];
  if (toggles.length && !next) return fresh[0] ?? named[0] ?? toggles[0];
  if (next && !(toggles.length && /^(Keep|Garder) \d/.test(next.name) && ear.buttons(/^(Keep the|Garder le) \d/).some(({ states }) => states.pressed === 'false'))) return next;
  return toggles[0] ?? squares[0] ?? offered[0];
}

async function wholeLesson({ browser, server }, game, lang) {
  const page = await person(browser, server, { lang }), w = WORDS[lang], l = LESSON[lang];
  await goHome(page, server);
  const ear = await Ear.open(page);
  // From the home page: the link below the game's heading.
  const link = await ear.until('the way to the lesson', () => ear.all('link', lang === 'fr' ? /^(Montrez-moi|Apprendre)/ : /^(Show me how|Learn)/).find((node) => node.states.url?.endsWith(`/play/${game}`)));
  await ear.press(link);
  for (let i = 0; i < 120; i++) {
    await ear.until('the next step', () => inBar(ear, w).length || ear.one('textbox', l.word) || lessonAction(ear, w, ''));
    if (inBar(ear, w, l.real).length) break;
    const said = plain(ear.one('region', l.title)?.text ?? ''), before = ear.moment(), next = inBar(ear, w, l.next)[0], field = ear.one('textbox', l.word);
    expect(said && ear.heard.some(({ text }) => plain(text).includes(said)), `${game}: the lesson is heard: ${said}`);
    if (next) await ear.press(next);
    else if (field) await ear.type(field, [...said.matchAll(l.typed)].at(-1)[1]);
    else await ear.press(lessonAction(ear, w, said));
    await ear.until('a change', () => ear.moment() !== before);
  }
  await ear.until('the end of the lesson', () => inBar(ear, w, l.real).length);
  const all = ear.heard.map(({ text }) => text);
  expect(new Set(all).size === all.length || all.every((text, i) => text !== all[i + 1]), `${game}: nothing is said twice in a row: ${all.join(' | ')}`);
  await close(page);
}

// ---- settings, tables, proposals, analyses ----

// Chooses a radio button by the keyboard.
async function setRadio(ear, name) {
  const radio = await ear.until(`“${name}”`, () => ear.one('radio', name));
  await ear.press(radio, 'Space');
  await ear.until(`“${name}” is chosen`, () => ear.one('radio', name)?.states.checked === 'true');
}

async function settingsByTree({ browser, server }) {
  const page = await person(browser, server);
  await goHome(page, server);
  const ear = await Ear.open(page);
  await ear.press(await ear.until('the settings', () => ear.buttons('Settings')[0]));
  await ear.until('their dialog', () => ear.one('dialog', 'Settings'));
  for (const name of ['Dark', 'Slate', 'Wood', 'At once', 'Français']) await setRadio(ear, name);
  await ear.until('the dialog in French', () => ear.one('dialog', 'Réglages') && ear.one('radio', 'Sombre')?.states.checked === 'true' && ear.one('radio', 'Immédiat')?.states.checked === 'true');
  const groups = ear.all('group').filter(({ children }) => children.some((node) => ear.all('radio', undefined, node).length));
  expect(groups.length >= 5 && groups.every(({ name }) => name), `each setting has a name: ${groups.map(({ name }) => name)}`);
  await ear.press(ear.buttons(/^(Terminé|OK|Fermer|Fait)/)[0] ?? ear.buttons(undefined, ear.one('dialog')).at(-1));
  await ear.until('the page again', () => !ear.one('dialog') && ear.one('heading', /Quatre jeux/));
  await close(page);
}

async function tableByTree({ browser, server, games }) {
  if (!games.includes('debacle')) return;
  const anne = await person(browser, server), bruno = await person(browser, server, { name: 'Bruno' });
  await goHome(anne, server);
  const host = await Ear.open(anne), w = WORDS.en;
  // “Invite friends” below the heading of the game.
  const invite = await host.until('the games', () => host.buttons(/^Invite/).find((node) => { for (let up = node; up; up = up.parent) if (/Débâcle/.test(up.name)) return true; return false; }));
  await host.press(invite);
  await host.press(await host.until('the dialog', () => host.buttons('Create and invite')[0]));
  const link = await host.until('the link', () => host.one('textbox', 'Link to this table')?.value);
  await goHome(bruno, server);
  await bruno.goto(link);
  const guest = await Ear.open(bruno);
  await guest.until('who invites to what', () => guest.one('heading', /Anne invites you to play Débâcle/));
  await guest.press(await guest.until('the seat', () => guest.buttons('Sit down')[0]));
  await Promise.all([host, guest].map((ear) => ear.until('the start', () => ear.heard.some(({ text }) => text.startsWith('The game begins.')))));
  expect(host.heard.some(({ text }) => /You play the red dice, from row 1\./.test(text)) && guest.heard.some(({ text }) => /You play the black dice, from row 6\./.test(text)), 'both hear their side');
  for (let moves = 0; moves < 2; ) { // a turn of two moves
    await host.until('a move', () => host.buttons(/^[a-f][1-6]: .*(can move|roll here)/).length);
    const [goal] = host.buttons(/: roll here/), [die] = host.buttons(/, can move$/), before = host.moment();
    await host.press(goal ?? die);
    moves += goal ? 1 : 0;
    await host.until('a change', () => host.moment() !== before);
  }
  await host.press(await host.until('the end of the turn', () => inBar(host, w, w.debacle.done)[0]));
  await guest.until('the turn', () => guest.heard.some(({ text }) => /^Anne ends the turn\. Your turn\. 2 moves/.test(text)));
  await host.press(await host.until('to take it back', () => inBar(host, w, /take back/i)[0]));
  const asked = await guest.until('the proposal', () => guest.heard.find(({ text }) => text === 'Anne would like to take back the last move. Answer Yes or No, above the table.'));
  expect(asked.urgent, 'a question that stops the game is heard at once');
  await guest.press(await guest.until('the answer', () => guest.buttons('Yes', guest.one('group', 'A proposal') ?? undefined)[0]));
  const [atHost, atGuest] = await Promise.all([host, guest].map((ear) => ear.until('that it was taken back', () => ear.heard.find(({ text }) => text.startsWith('Taken back.')))));
  expect(/^Taken back\. Your turn\./.test(atHost.text) && /^Taken back\. Anne to play\./.test(atGuest.text), `whose turn it is then: ${atHost.text} / ${atGuest.text}`);
  for (const ear of [host, guest]) expect(ear.heard.filter(({ text }) => /would like to take back/.test(text)).length === 1, 'asked once');
  await Promise.all([anne, bruno].map(close));
}

// Makes a mistake on purpose; then the other player forfeits. The analysis must announce the mistake with the better move.
async function analysisByTree({ browser, server, games }) {
  if (!games.includes('debacle')) return;
  const page = await person(browser, server), w = WORDS.en, ear = await Ear.open(page);
  await newTable(page, server, 'debacle', { seats: { 2: 'bot:gone' }, options: { target: '1', setup: NEAR_THE_END } });
  const press = async (what, find) => {
    const node = await ear.until(what, find), before = ear.moment();
    await ear.press(node);
    await ear.until('a change', () => ear.moment() !== before);
  };
  await press('a die', () => ear.buttons(/^a1: .*can move$/)[0]);
  await press('a square', () => ear.buttons(/^a2: roll here/)[0]);
  await press('it again', () => ear.buttons(/^a2: .*can move$/)[0]);
  await press('the next square', () => ear.buttons(/^a3: roll here/)[0]);
  await press('the end of the turn', () => inBar(ear, w, w.debacle.done)[0]);
  await ear.until('the end', () => isOver(ear, w));
  await press('the analysis', () => inBar(ear, w, 'Analysis')[0]);
  await ear.until('the analysis', () => ear.heard.some(({ text }) => /^The analysis is ready/.test(text)));
  const heardNow = async (key) => {
    const before = ear.heard.length;
    await page.keyboard.press(key);
    await ear.until(`what ${key} leads to`, () => ear.heard.length > before);
    return plain(ear.heard.at(-1).text);
  };
  const start = await heardNow('Home'), first = await heardNow('ArrowRight'), second = await heardNow('ArrowRight');
  expect(/^0 of \d+: The start\. Anne \d+\.\d %, Inès \d+\.\d %\.$/.test(start), `the start, with everybody's chance: ${start}`);
  expect(/^1 of \d+: You roll your 3 from a1 to a2: it becomes 4\. Anne \d+\.\d %, Inès \d+\.\d %\. The choice: good\.$/.test(first), `a move: ${first}`);
  expect(/^2 of \d+: You roll your 4 from a2 to a3: it becomes 5\. Anne \d+\.\d %, Inès \d+\.\d %\. The choice: (imprecise|mistake|blunder)\. Better: Capture on d5 from d4\.$/.test(second), `the mistake, and what was better: ${second}`);
  const better = await ear.until('the button for it', () => ear.buttons(/^Better: Capture on d5/)[0]);
  await ear.press(better);
  await ear.until('the better move', () => /Better: You capture on d5 from d4\./.test(plain(ear.heard.at(-1).text)));
  const last = await heardNow('End');
  expect(/100\.0 %/.test(last), `the end: ${last}`);
  const where = await heardNow('=');
  expect(where === last, `where am I, in an analysis: ${where}`);
  await close(page);
}

// A dialog hides the page from screen readers, but not what happens at the table. The game's state is asked by a button, by its key, and in a
// lesson; it names what can be taken, and what happened last.
async function hearEverywhere({ browser, server, games }) {
  if (!games.includes('easycome')) return;
  const page = await person(browser, server, { pace: 'brisk' }), ear = await Ear.open(page), w = WORDS.en;
  await goHome(page, server);
  await ear.until('the games', () => ear.buttons('Play').length);
  const vague = [...ear.buttons(/^(Play|Invite)/), ...ear.all('link', /^(Show me|Learn)/)].filter(({ description }) => !description);
  expect(vague.length === 0, `each says its game: ${vague.map(({ name }) => name)}`);
  const bruno = await person(browser, server, { name: 'Bruno' }), id = await tableFrom(page, server, { game: 'easycome', options: { first: '2' }, seats: ['me', 'open'] });
  const waits = await ear.until('who is missing', () => ear.heard.find(({ text }) => /^Waiting for 1 player\. Send this link\./.test(text)));
  await bruno.goto(`${server.url}t/${id}`);
  await page.keyboard.press('=');
  await ear.until('it again', () => ear.heard.filter(({ text }) => text === waits.text).length === 2);
  await bruno.click('[data-do=join]');
  await ear.until('the start', () => ear.heard.some(({ text }) => /Bruno to play/.test(text)));
  await page.keyboard.press('?');
  await ear.until('the rules', () => ear.one('dialog', /rules/));
  await bruno.click('[data-line="2 stop"]'); // the page throws by itself at this speed
  await ear.until('a move, heard in the dialog', () => ear.heard.some(({ text }) => text === 'Bruno stops without a prize.'));
  expect(ear.one('dialog', /rules/), 'the dialog is still open');
  await page.keyboard.press('Escape');
  await ear.until('the own turn', () => inBar(ear, w, w.throws)[0]);
  const answer = async (ask) => {
    const before = ear.heard.length;
    await ask();
    await ear.until('the answer', () => ear.heard.length > before);
    return plain(ear.heard.at(-1).text);
  };
  const [byButton, byKey] = [await answer(() => ear.press(ear.buttons('Where does the game stand?')[0])), await answer(() => page.keyboard.press('='))];
  expect(byButton === byKey && /^Your turn: throw! You: no prize\. Bruno: no prize\. Bruno stops without a prize\.$/.test(byKey), `where the game stands, said once, and what happened last: ${byKey}`);
  const prize = ear.buttons(/^the golden cup, Three, all odd, in the centre$/)[0];
  expect(prize?.description === 'three equal and a different one, all odd', `a prize: ${prize?.name} (${prize?.description})`);
  await ear.press(prize);
  await ear.until('its rule', () => ear.buttons(prize.name)[0]?.states.expanded);
  expect(ear.buttons(prize.name).length === 1, `its name stays while its rule is shown: ${ear.focused()?.name}`);
  await tableFrom(page, server, { game: 'easycome', options: { first: '1' }, seats: ['me', 'bot:random'], lines: ['* roll 1115'] });
  await ear.until('what can be taken', () => ear.heard.some(({ text }) => /Take a prize, or keep dice and roll again\. You can: Take the golden cup\.$/.test(text)));
  await page.setViewportSize({ width: 640, height: 400 }); // a short screen, or 200 %: the buttons have names though they show only icons
  await ear.until('the hint', () => inBar(ear, w, w.hint)[0]);
  await page.goto(`${server.url}play/easycome`);
  const words = await ear.until('the lesson', () => ear.heard.find(({ text }) => /^Nine prizes/.test(text)));
  const again = await answer(() => page.keyboard.press('='));
  expect(again.startsWith(words.text) && again.length > words.text.length, `a lesson repeats its words: ${again}`);
  await Promise.all([page, bruno].map(close));
}

// The button of the pause disappears with the focus when a round begins: the field for words gets the focus.
async function wordField({ browser, server, games }) {
  if (!games.includes('themots')) return;
  const page = await person(browser, server), ear = await Ear.open(page), w = WORDS.en;
  await tableFrom(page, server, THEMOTS_END);
  await ear.until('the field', () => ear.one('textbox', w.word)?.states.focused);
  await ear.wire.send('DOM.focus', { backendNodeId: barOf(ear, w).id });
  await ear.until('the focus in the field again', () => ear.one('textbox', w.word)?.states.focused);
  await close(page);
}

// Whole games with common settings, for `make test-deep`.
const LONG = {
  easycome: { pace: 'brisk', players: 4, seats: { 2: 'bot:random', 3: 'bot:greedy', 4: 'bot:random' } },
  wazabi: { pace: 'brisk', players: 4, seats: { 2: 'bot:random', 3: 'bot:easy', 4: 'bot:random' } },
  debacle: { pace: 'brisk', seats: { 2: 'bot:greedy' }, options: { target: '1' } },
  themots: { players: 3, seats: { 2: 'bot:novice', 3: 'bot:novice' }, options: { tokens: '3', time: '30' } },
};

// Easy Come: seat 2 has the three prizes that are hardest to steal, and seat 1 its last turn.
const LAST_CHANCE = { game: 'easycome', options: { first: '2' }, seats: ['me', 'bot:greedy'],
  lines: ['* roll 1113', '2 take brelan-impair', '* roll 1234', '1 stop', '* roll 0222', '2 take brelan-pair', '* roll 1234', '1 stop', '* roll 2222', '2 take carre', '* roll 0123', '1 stop', '* roll 0134'] };

export const tree = {
  // Daily, short games: a last chance to steal, one die each, one capture, one token.
  treeEasycome: (all) => all.games.includes('easycome') && playWhole(all, 'easycome', { pace: 'brisk', from: LAST_CHANCE }),
  treeWazabi: (all) => all.games.includes('wazabi') && playWhole(all, 'wazabi', { pace: 'brisk', players: 2, seats: { 2: 'bot:random' }, options: { dice: '1' } }),
  treeDebacle: (all) => all.games.includes('debacle') && playWhole(all, 'debacle', { seats: { 2: 'bot:greedy' }, options: { target: '1', setup: NEAR_THE_END } }),
  treeThemots: (all) => all.games.includes('themots') && playWhole(all, 'themots', { players: 2, seats: { 2: 'bot:novice' }, options: { tokens: '1', time: '30' } }),
  treeFrench: async (all) => {
    for (const [game, table] of Object.entries(LONG)) if (all.games.includes(game)) for (const lang of ['fr', 'en']) await playWhole(all, game, { lang, ...table });
  },
  treeLessons: async (all) => {
    for (const [game, lang] of daily([['easycome', 'fr']], all.games.filter((each) => each !== 'template').flatMap((each) => [[each, 'en'], [each, 'fr']]))) await wholeLesson(all, game, lang);
  },
  treeEverywhere: hearEverywhere,
  treeField: wordField,
  treeSettings: settingsByTree,
  treeTable: tableByTree,
  treeAnalysis: analysisByTree,
};
