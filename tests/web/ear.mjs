// A person who cannot see the page: uses only Chromium's accessibility tree (roles, names, values, states, live regions) and a keyboard,
// and no selectors, element ids or state of the page. `heard` has all announcements in order.
import { PATIENCE, expect } from './kit.mjs';

const LEAST = 60, LONGEST = 400; // milliseconds between two looks

/** Runs in the page: the number of its changes, as soon as that is not `known`, or after `most` milliseconds. */
function nextChange([known, most]) {
  if (!window.changes) {
    const changes = (window.changes = { count: 1, wake() {} });
    new MutationObserver(() => (changes.count++, changes.wake())).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  }
  const { changes } = window;
  if (changes.count !== known) return changes.count;
  return new Promise((resolve) => {
    changes.wake = () => resolve(changes.count);
    setTimeout(changes.wake, most);
  });
}

/** The tree without ignored nodes; `text` is all text below a node. */
function readTree(nodes) {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read = (raw, parent) => {
    const below = (node) => (node.childIds ?? []).map((id) => byId.get(id)).filter(Boolean);
    if (raw.ignored) return below(raw).flatMap((child) => read(child, parent));
    const role = raw.role?.value ?? '';
    if (role === 'InlineTextBox') return [];
    const node = {
      role, name: (raw.name?.value ?? '').replace(/\s+/g, ' ').trim(), description: raw.description?.value ?? '', value: raw.value?.value ?? '', id: raw.backendDOMNodeId, parent,
      states: Object.fromEntries((raw.properties ?? []).map(({ name, value }) => [name, value.value])),
    };
    node.children = below(raw).flatMap((child) => read(child, node));
    node.text = (role === 'StaticText' ? raw.name?.value ?? '' : node.children.map((child) => child.text).join(' ')).replace(/\s+/g, ' ').trim();
    return [node];
  };
  return read(nodes[0], null)[0];
}

const walk = (node, into = []) => {
  into.push(node);
  node.children.forEach((child) => walk(child, into));
  return into;
};

const fits = (text, wanted) => (wanted instanceof RegExp ? wanted.test(text) : wanted === undefined || text === wanted);

// Roles that need a name.
const NAMED = ['button', 'link', 'textbox', 'combobox', 'checkbox', 'radio', 'slider', 'tab', 'searchbox', 'spinbutton', 'dialog', 'region', 'navigation', 'complementary', 'image', 'timer', 'progressbar'];

export class Ear {
  static async open(page) {
    const ear = Object.assign(new Ear(), { page, wire: await page.context().newCDPSession(page), heard: [], known: new Set(), root: null, changed: 0 });
    await ear.wire.send('Accessibility.enable');
    return ear;
  }

  /** Waits for a change of the page, because reading the tree is expensive. */
  async rest() {
    await new Promise((resolve) => setTimeout(resolve, LEAST));
    this.changed = await this.page.evaluate(nextChange, [this.changed, LONGEST]).catch(() => 0); // 0: another page is loading
  }

  /** Reads the tree again, and records the announcements since the last look. */
  async look() {
    const { nodes } = await this.wire.send('Accessibility.getFullAXTree');
    if (!nodes?.length) return this;
    this.root = readTree(nodes);
    const all = walk(this.root);
    for (const region of all.filter((node) => node.states.live && node.states.live !== 'off')) {
      expect(['log', 'status', 'alert'].includes(region.role), `a live region of a known role, not ${region.role}`);
      const parts = region.role === 'log' ? region.children : [region];
      for (const part of parts) {
        const mark = region.role === 'log' ? part.id : `${region.id} ${region.text}`;
        if (this.known.has(mark) || !part.text) continue;
        this.known.add(mark);
        this.heard.push({ text: part.text, urgent: region.states.live === 'assertive', role: region.role });
      }
    }
    const mute = all.filter((node) => NAMED.includes(node.role) && !node.name && !(node.role === 'image' && !node.states.focusable && node.parent?.name));
    expect(mute.length === 0, `what does something has a name: ${mute.map(({ role, text, parent }) => `${role} “${text}” in ${parent?.role} “${parent?.name}”`).join(', ')}`);
    return this;
  }

  all(role, name, root = this.root) {
    return root ? walk(root).filter((node) => node.role === role && fits(node.name, name)) : [];
  }

  one(role, name, root = this.root) {
    return this.all(role, name, root)[0] ?? null;
  }

  /** Enabled buttons. */
  buttons(name, root = this.root) {
    return this.all('button', name, root).filter((node) => !node.states.disabled);
  }

  /** Waits until `holds` finds something in the tree. */
  async until(what, holds) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      await this.look();
      const found = holds(this);
      if (found) return found;
      if (Date.now() > end) throw new Error(`waited ${PATIENCE / 1000} s for ${what}; heard: ${this.heard.slice(-6).map(({ text }) => text).join(' | ')}\n${this.dump()}`);
      await this.rest();
    }
  }

  /** Waits for a change of the page, for some looks. The page ignores a press shortly after a throw, so the caller repeats it. */
  async changes(before) {
    for (let looks = 0; looks < 12 && this.moment() === before; looks++) {
      await this.rest();
      await this.look();
    }
  }

  /** Focuses a node and presses a key. Returns false if the node is gone. */
  async press(node, key = 'Enter') {
    try {
      await this.wire.send('DOM.focus', { backendNodeId: node.id });
    } catch (error) {
      if (/not focusable|No node|not find|detached/i.test(error.message)) return false;
      throw error;
    }
    await this.page.keyboard.press(key);
    return true;
  }

  async type(node, text, key = 'Enter') {
    await this.wire.send('DOM.focus', { backendNodeId: node.id });
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
    if (key) await this.page.keyboard.press(key);
  }

  /** Chooses an option by its first letters, as users of screen readers do. */
  async choose(field, option) {
    await this.wire.send('DOM.focus', { backendNodeId: field.id });
    await this.page.keyboard.type(option);
    await this.until(`“${option}” in “${field.name}”`, () => walk(this.root).some((node) => node.id === field.id && node.value.startsWith(option)));
  }

  focused() {
    return walk(this.root).filter((node) => node.states.focused && node.role !== 'RootWebArea').at(-1) ?? null;
  }

  /** Everything below a node that an action could change, as text. */
  moment(root = this.root) {
    return walk(root).map(({ role, name, value, text, states: { pressed, disabled, checked, selected }, children }) =>
      `${role} ${name} ${value} ${children.length ? '' : text} ${[pressed, disabled, checked, selected].join()}`).join('\n');
  }

  /** The tree in the order in which a screen reader reads it. */
  dump(root = this.root, depth = 0) {
    const { role, name, description, value, states, children } = root;
    const shown = ['pressed', 'disabled', 'checked', 'selected', 'expanded', 'focused', 'level'].filter((state) => ![undefined, false, 'false'].includes(states[state])).map((state) => `${state}=${states[state]}`);
    const below = children.map((child) => this.dump(child, role === 'generic' ? depth : depth + 1)).join('');
    if (role === 'generic' || (role === 'StaticText' && root.parent?.name.includes(name))) return below;
    return `${'  '.repeat(depth)}${role}${name ? ` “${name}”` : ''}${description ? ` (${description})` : ''}${value !== '' ? ` = ${value}` : ''} ${shown.join(' ')}\n${below}`;
  }
}
