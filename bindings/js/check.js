// Checks of arguments. A wrong one is an Error with a sentence that says what is accepted.
const SENTENCES = {
  closed: { en: 'this match is closed', fr: 'cette partie est fermée' },
  language: { en: 'the languages are en and fr', fr: 'les langues sont en et fr' },
  member: {
    en: (name, what, known) => `${what} have no member '${name}': the members are ${known}`,
    fr: (name, what, known) => `${what} n’ont pas de membre « ${name} » : les membres sont ${known}`,
  },
  object: { en: (name) => `${name} is an object`, fr: (name) => `${name} est un objet` },
  text: { en: (name, value) => `${name} is a text, not ${value}`, fr: (name, value) => `${name} est un texte, pas ${value}` },
  whole: {
    en: (name, value, least) => `${name} is a whole number from ${least}, not ${value}`,
    fr: (name, value, least) => `${name} est un nombre entier à partir de ${least}, pas ${value}`,
  },
  seed: {
    en: (value) => `a seed takes a number from 0 to 2^64-1, not ${value}`,
    fr: (value) => `la graine est un nombre de 0 à 2^64-1, pas ${value}`,
  },
  seconds: {
    en: (value) => `seconds are a number from 0, not ${value}`,
    fr: (value) => `les secondes sont un nombre à partir de 0, pas ${value}`,
  },
  record: { en: 'a record is a text or a Uint8Array', fr: 'un enregistrement est un texte ou un Uint8Array' },
  seats: { en: 'seats are a list of names', fr: 'seats est une liste de noms' },
  option: {
    en: (name, value) => `the value of the option ${name} is a text or a number, not ${value}`,
    fr: (name, value) => `la valeur de l’option ${name} est un texte ou un nombre, pas ${value}`,
  },
  read: { en: 'read is a function', fr: 'read est une fonction' },
};

// A value as a sentence shows it.
function shown(value) {
  if (typeof value === 'string') return `'${value.slice(0, 40)}'`;
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  return value !== null && typeof value === 'object' ? (Array.isArray(value) ? 'a list' : 'an object') : String(value);
}

export class Check {
  language = 'en';

  fail(name, ...given) {
    const sentence = SENTENCES[name][this.language];
    throw new Error(typeof sentence === 'string' ? sentence : sentence(...given));
  }

  // An object with no other members than these.
  members(value, what, known) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) this.fail('object', what);
    for (const name of Object.keys(value)) if (!known.includes(name)) this.fail('member', name, what, known.join(', '));
  }

  text(value, what) {
    if (typeof value !== 'string') this.fail('text', what, shown(value));
    return value;
  }

  whole(value, what, least) {
    if (!Number.isSafeInteger(value) || value < least) this.fail('whole', what, shown(value), least);
    return value;
  }

  // A seat that may be absent.
  seat(value, least = 1) {
    return value === undefined || value === null ? undefined : this.whole(value, 'seat', least);
  }

  seed(value) {
    const big = typeof value === 'bigint' || Number.isSafeInteger(value) ? BigInt(value) : -1n;
    if (big < 0n || big >= 2n ** 64n) this.fail('seed', shown(value));
    return value;
  }

  seconds(value) {
    if (typeof value !== 'number' || !(value >= 0)) this.fail('seconds', shown(value));
    return value === Infinity ? 0 : value;
  }

  record(value) {
    if (typeof value !== 'string' && !(value instanceof Uint8Array)) this.fail('record');
    return value;
  }

  settings(value) {
    const { players, options = {}, seats = [], seed } = value;
    this.members(value, 'settings', ['players', 'options', 'seats', 'seed']);
    if (players !== undefined) this.whole(players, 'players', 1);
    this.members(options, 'options', Object.keys(options ?? {}));
    for (const [name, of] of Object.entries(options))
      if (!['string', 'number'].includes(typeof of)) this.fail('option', name, shown(of));
    if (!Array.isArray(seats)) this.fail('seats');
    for (const name of seats) if (name !== undefined && name !== null) this.text(name, 'seats');
    if (seed !== undefined) this.seed(seed);
    return { players, options, seats, seed };
  }
}
