// The dialog of a new table: players, the game's options in words, clock and chat. It is loaded when it is wanted.
import { h } from '../core/dom.js';
import { seatFace } from '../core/faces.js';
import { myName } from '../core/games.js';
import { agentName, openDialog, redrawDialog, seatName, shortName } from '../core/parts.js';
import { hasServer } from '../core/place.js';
import { t, TEXTS } from '../core/texts.js';
import { deal, dealt, quickOf, range, usualPlayers } from './new_table.js';

/** @typedef {import('../core/dom.js').Child} Child */
/** @typedef {import('../core/dom.js').Handler} Handler */
/** @typedef {import('../core/dom.js').PageEvent} PageEvent */
/** @typedef {import('../model/messages.js').GameFacts} GameFacts */
/** @typedef {import('../model/messages.js').GameOption} GameOption */
/** @typedef {import('./new_table.js').Wish} Wish */
/** @typedef {(apply: (value: any) => unknown) => Handler} Change */

/**
 * The current choices in the dialog. Seats are 'me', 'here' (another person at this device, with a name), 'open', 'bot' or 'bot:AGENT'.
 * @typedef {object} Plan
 * @property {number} players
 * @property {string[]} seats
 * @property {string[]} names
 * @property {Set<number>} byName seats whose bots are chosen by name
 * @property {Record<string, string>} options
 * @property {Set<string>} own options with a value of one's own
 * @property {boolean} listed
 * @property {boolean} chat
 * @property {boolean} takeover
 * @property {string} clock
 * @property {boolean} [untimed] no clock was chosen, which is more than the initial choice
 * @property {boolean} dice real ones
 * @property {string | null} [refused]
 */

const STRANGERS = 'move:90'; // the clock that is proposed for a table of strangers
const DEAL = 'deal'; // an option's value that is drawn when the table is made

/**
 * `others` is the initial kind of the other seats. send(wish) makes the table, and returns the server's error text if it refuses.
 * @param {GameFacts} game
 * @param {string} others
 * @param {(wish: Wish) => Promise<string | null>} send
 */
export function openNewTable(game, others, send) {
  const players = others === 'open' || others === 'here' ? game.seats_least : usualPlayers(game);
  /** @type {Plan} */
  const plan = {
    players, seats: [], names: [], byName: new Set(), options: { ...quickOf(game) }, own: new Set(), listed: false, chat: true,
    takeover: false, clock: 'none', dice: false,
  };
  const fill = () => {
    while (plan.seats.length < plan.players) plan.seats.push(plan.seats.length === 0 ? 'me' : others);
    plan.seats.length = plan.players;
  };
  fill();
  /** @param {PageEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    plan.refused = sameName(plan) ?? (await send(messageOf(game, plan)));
    redrawDialog();
    /** @type {HTMLElement | null} */ (document.querySelector('#new-table .trouble'))?.focus();
  };
  /** @type {Change} */
  const change = (apply) => (event) => {
    plan.refused = null;
    apply(event.target.type === 'checkbox' ? event.target.checked : event.target.value);
    fill();
    redrawDialog();
  };
  const options = () => game.options.map((option) => optionField(game, option, plan, change));
  openDialog((close) => ({
    title: t('new.title', { game: game.title }),
    body: h('form', { id: 'new-table', class: 'form', onsubmit: submit },
      plan.refused && h('p', { class: 'trouble', key: 'refused', role: 'alert', tabindex: '-1' }, inWords(game, plan.refused)),
      game.seats_least < game.seats_most && field('players', t('new.players'), select(String(plan.players),
        range(game.seats_least, game.seats_most).map((n) => [String(n), String(n)]), change((v) => (plan.players = Number(v))))),
      plan.seats.map((seat, i) => [
        field(`seat-${i + 1}`, seatLabel(plan, i), seatSelect(game, plan, i, change)),
        seat === 'here' && nameField(plan, i)]),
      plan.seats.includes('bot:adaptive') && h('p', { class: 'fine', key: 'adaptive' }, t('adaptive.about')),
      quickOf(game) && field('length', t('new.length'),
        select(lengthOf(game, plan), lengths(game, plan), change((v) => setLength(game, plan, v)))),
      others === 'open'
        ? h('details', { key: 'options', class: 'options' }, h('summary', null, t('new.options')), options())
        : h('div', { key: 'options', class: 'options' }, options()),
      TEXTS['own.' + game.id] && h('div', { key: 'dice' },
        tick(t('new.dice'), plan.dice, change((v) => (plan.dice = v))),
        plan.dice && h('small', { class: 'soft', key: 'about' }, t('own.' + game.id))),
      h('details', { key: 'more' },
        h('summary', null, t('new.more')),
        !game.speech && field('clock', t('new.clock'), select(plan.clock, [
          ['none', t('new.clock.none')], ['move:30', t('new.clock.move', { n: 30 })], ['move:90', t('new.clock.move', { n: 90 })],
          ['bank:60:2', t('new.clock.bank', { n: 1, s: 2 })], ['bank:180:5', t('new.clock.bank', { n: 3, s: 5 })],
          ['bank:600:10', t('new.clock.bank', { n: 10, s: 10 })],
        ], change((v) => Object.assign(plan, { clock: v, untimed: v === 'none' }))), h('small', { class: 'soft' }, t('new.clock.out'))),
        hasServer() && tick(t('new.listed'), plan.listed, change((v) => {
          plan.listed = v;
          if (v && !game.speech && plan.clock === 'none') plan.clock = STRANGERS;
        })),
        hasServer() && tick(t('takeover'), plan.takeover, change((v) => (plan.takeover = v))),
        tick(t('new.chat'), plan.chat, change((v) => (plan.chat = v))))),
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('cancel')),
      h('button', { class: 'button primary', type: 'submit', form: 'new-table', 'data-do': 'create' },
        t(plan.seats.includes('open') ? 'new.invite' : 'new.start')),
    ],
  }));
}

/** A refusal names an option as programs write it: "option hold=3". People read its label. @param {GameFacts} game @param {string} text */
export const inWords = (game, text) => text.replace(/(?:l’option|l'option|option) (\w+)=([^\s:,]*)/gi, (_, name, value) =>
  t('new.choice', { option: t(`opt.${game.id}.${name}`, {}, name), value: t(`opt.${game.id}.${name}.=${value}`, {}, value) }));

/** A game with a clock between people may have a preset of its own. @param {GameOption} option @param {Plan} plan */
const presetOf = (option, { clock, seats }) =>
  (clock !== 'none' && !seats.some((seat) => seat.startsWith('bot')) ? option.clock : null) ?? option.people ?? option.preset;

/** The options of the plan; an option to be drawn by lot gets its value here. @param {GameFacts} game @param {Plan} plan */
const optionsOf = (game, plan) => ({
  ...Object.fromEntries(game.options.flatMap((option) => {
    const preset = presetOf(option, plan);
    return preset === option.preset ? [] : [[option.name, preset]];
  })),
  ...plan.options, ...(Object.values(plan.options).includes(DEAL) ? deal(game) : {}),
});

/** @param {GameFacts} game @param {Plan} plan @returns {Wish} */
function messageOf(game, plan) {
  const [kind, seconds, add] = plan.clock.split(':');
  const none = plan.listed || plan.untimed ? { kind } : undefined; // if nothing is said, a table that is or becomes listed has a clock
  const clock = kind === 'none' ? none : { kind, seconds: Number(seconds), ...(add && { add: Number(add) }) };
  const people = plan.seats.flatMap((seat, i) => (seat === 'here' ? [[i + 1, nameAt(plan, i)]] : []));
  const others = people.length ? { others: Object.fromEntries(people), hides: game.hidden } : {};
  return {
    ...others, game: game.id, players: plan.players, seats: plan.seats.map((seat) => (seat === 'here' ? 'open' : seat)),
    options: optionsOf(game, plan),
    listed: plan.listed, chat: plan.chat, ...(plan.takeover && { takeover: true }), clock, ...(plan.dice && { dice: 'own' }),
  };
}

// ---- players: bots by level, or by name on request ----

/** The plan's seats as a table would have them. @param {Plan} plan @returns {import('../core/robots.js').Named[]} */
const planned = (plan) => plan.seats.map((seat, i) =>
  (seat === 'open' ? { kind: 'open', name: '' }
    : seat === 'me' || seat === 'here' ? { kind: 'person', name: nameAt(plan, i) }
    : { kind: 'bot', name: seat }));

/** The face and name of the player planned for a seat. @param {Plan} plan @param {number} i */
function seatLabel(plan, i) {
  const seats = planned(plan);
  return h('span', { class: 'seat-label' },
    seatFace(seats, i + 1),
    h('span', null, h('span', { class: 'unseen' }, `${t('seat.n', { n: i + 1 })} `), h('b', null, shortName(seatName(seats, i + 1)))));
}

/** @param {GameFacts} game @param {Plan} plan @param {number} i @param {Change} change */
function seatSelect(game, plan, i, change) {
  const known = game.levels.length ? [...game.levels, 'adaptive'] : [];
  const names = game.agents.map((a) => a.name).filter((name) => !known.includes(name));
  /** @param {string} name */
  const bot = (name) => ['bot:' + name, t('new.bot', { name: agentName(name) })];
  const levels = known.length ? known.map(bot) : [['bot', t('new.best')]];
  const more = !names.length ? [] : plan.byName.has(i) ? names.map(bot) : [['more', t('new.named')]];
  const people = [['me', t('new.me')], ['here', t('new.here')], ...(hasServer() ? [['open', t('new.open')]] : [])];
  return select(plan.seats[i], [...people, ...levels, ...more], change((value) => setSeat(plan, i, value, names)));
}

/** @param {Plan} plan @param {number} i @param {string} value @param {string[]} names */
function setSeat(plan, i, value, names) {
  if (value === 'me') plan.seats = plan.seats.map((seat) => (seat === 'me' ? plan.seats[i] : seat)); // swaps the two seats
  if (value === 'more') plan.byName.add(i);
  plan.seats[i] = value === 'more' ? 'bot:' + names.at(-1) : value;
}

// ---- other people at this device ----

/** @param {Plan} plan @param {number} i */
const nameAt = (plan, i) => (plan.seats[i] === 'me' ? myName() : plan.names[i]?.trim() || t('new.here.name', { n: i + 1 }));

/** The error about a name used twice; null if all names differ. @param {Plan} plan */
function sameName(plan) {
  const names = plan.seats.flatMap((seat, i) => (seat === 'me' || seat === 'here' ? [nameAt(plan, i)] : []));
  const twice = names.find((name, i) => names.slice(0, i).some((other) => other.toLowerCase() === name.toLowerCase()));
  return twice === undefined ? null : t('new.here.same', { name: twice });
}

/** @param {Plan} plan @param {number} i */
function nameField(plan, i) {
  const label = t('new.here.who', { n: i + 1 });
  return field(`name-${i + 1}`, label, h('input', {
    type: 'text', maxlength: 24, 'data-free': true, autocomplete: 'off', spellcheck: 'false',
    placeholder: t('new.here.name', { n: i + 1 }), value: plan.names[i] ?? '',
    oninput: (e) => ((plan.names[i] = e.target.value), redrawDialog()),
  }));
}

// ---- the length: a quick game, a whole one, or as the options define ----

/** @param {GameFacts} game @param {Plan} plan */
function lengthOf(game, plan) {
  const quick = Object.entries(quickOf(game) ?? {});
  return quick.every(([name, value]) => plan.options[name] === value) ? 'quick'
    : quick.some(([name]) => name in plan.options) ? 'own'
    : 'whole';
}

/** @param {GameFacts} game @param {Plan} plan */
function lengths(game, plan) {
  const all = [['quick', t('quick.' + game.id)], ['whole', t('whole.' + game.id)]];
  return lengthOf(game, plan) === 'own' ? [...all, ['own', t('new.length.own')]] : all;
}

/** @param {GameFacts} game @param {Plan} plan @param {string} value */
function setLength(game, plan, value) {
  for (const name of Object.keys(quickOf(game) ?? {})) delete plan.options[name];
  if (value === 'quick') Object.assign(plan.options, quickOf(game));
}

// ---- options ----

const FEW = 3; // up to this many values are shown side by side, each with its sentence

/** @param {GameFacts} game @param {GameOption} option @param {Plan} plan @param {Change} change */
function optionField(game, option, plan, change) {
  const key = `opt.${game.id}.${option.name}`, { least, most } = option, small = least !== null && most !== null && most - least <= 12;
  const values = [...option.words, ...(small ? range(least, most).map(String) : [])];
  const now = plan.options[option.name] ?? presetOf(option, plan);
  const set = change((value) => {
    if (value === presetOf(option, plan) || value === '') delete plan.options[option.name];
    else plan.options[option.name] = value;
  });
  if (least !== null && !small) return numberField(option, key, now, set);
  if (values.length <= FEW) return choiceField(option, key, values, now, plan, set);
  const pick = dealt(game) === option ? [[DEAL, t(`${key}.deal`)]] : [];
  const choices = [...values.map((value) => [value, valueText(key, value)]), ...pick];
  return field(option.name, labelOf(option, key), select(now, choices, set), about(`${key}.=${now}`) ?? about(key));
}

/** @param {GameOption} option @param {string} key */
const labelOf = (option, key) => t(key, {}, option.about);
/** @param {string} key */
const about = (key) => (TEXTS[`${key}.about`] ? h('small', { class: 'soft' }, t(`${key}.about`)) : null);
/** @param {string} key @param {string} value */
const valueText = (key, value) => t(`${key}.=${value}`, {}, value);

/** @param {GameOption} option @param {string} key @param {string} now @param {Handler} set */
function numberField(option, key, now, set) {
  return field(option.name, labelOf(option, key), h('input', {
    type: 'number', min: option.least, max: option.most, value: now, 'data-free': true, onchange: set,
  }), about(key));
}

/**
 * Each value with its sentence; a text field if any value is allowed.
 * @param {GameOption} option
 * @param {string} key
 * @param {string[]} values
 * @param {string} now
 * @param {Plan} plan
 * @param {Handler} set
 */
function choiceField(option, key, values, now, plan, set) {
  const own = option.free && (plan.own.has(option.name) || !values.includes(now));
  /** @param {string} value @param {boolean} on */
  const radio = (value, on) => h('label', { class: 'option', key: `v${value}` },
    h('input', {
      type: 'radio', name: option.name, value, checked: on,
      onchange: (event) => (plan.own[value ? 'delete' : 'add'](option.name), set(event)),
    }),
    h('span', null, h('b', null, valueText(key, value)), about(`${key}.=${value}`)));
  return h('fieldset', { class: 'choice options-of', key: option.name, 'data-option': option.name },
    h('legend', null, labelOf(option, key)),
    values.map((value) => radio(value, !own && value === now)),
    option.free && radio('', own),
    own && h('input', {
      type: 'text', key: 'own', value: values.includes(now) ? '' : now, 'data-free': true, spellcheck: 'false',
      'aria-label': valueText(key, ''), onchange: set,
    }));
}

// ---- pieces ----

/** @param {string} key @param {Child} label @param {Child} control @param {Child} sentence */
function field(key, label, control, sentence = null) {
  return h('label', { class: 'field', key }, h('span', null, label, sentence), control);
}

/** @param {string} label @param {boolean} on @param {Handler} change */
function tick(label, on, change) {
  return h('label', { class: 'tick', key: label }, h('input', { type: 'checkbox', checked: on, onchange: change }), h('span', null, label));
}

/** @param {string} current @param {string[][]} choices @param {Handler} change */
function select(current, choices, change) {
  return h('select', { onchange: change }, choices.map(([value, text]) => h('option', { value, selected: value === current }, text)));
}
