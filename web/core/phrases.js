// Set phrases of the chat. They are sent as text in the sender's language, so that every client shows something readable; this client
// recognises the text in any of its languages and shows it in the reader's.
import { t, TEXTS } from './texts.js';

const PREFIX = 'phrase.';

export const phraseIds = Object.keys(TEXTS).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));

/** A chat line: a set phrase in the reader's language, anything else as it is. @param {string} text */
export function phraseIn(text) {
  const id = phraseIds.find((one) => TEXTS[PREFIX + one].includes(text));
  return id ? t(PREFIX + id) : text;
}
