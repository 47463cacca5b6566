// Builds and updates the page. A view describes the wanted elements with h() and svg(); morph() updates the existing ones to match, so that
// focus, typed text and running transitions survive.
import { addressOf } from './place.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An event of a node that a view has built. The author of a handler knows which element it listens to, and so the kind of `target`.
 * @typedef {Omit<PointerEvent & KeyboardEvent & DragEvent, 'target' | 'currentTarget'> & {target: AnyElement,
 *   currentTarget: AnyElement}} PageEvent
 * @typedef {HTMLInputElement & {elements: Record<string, HTMLInputElement>, nextElementSibling: HTMLElement}} AnyElement
 */

/** @typedef {(event: PageEvent) => unknown} Handler */

/**
 * Attributes; `on…` are listeners, `key` identifies a node among its siblings. False and null are omitted.
 * @typedef {{[name: `on${string}`]: Handler | false | null | undefined, style?: Record<string, string | number>}
 *   & {[name: string]: string | number | boolean | null | undefined | Handler | Record<string, string | number>}} Props
 */

/** @typedef {Node | string | number | boolean | null | undefined} Plain */
/** @typedef {(Plain | (Plain | (Plain | (Plain | Plain[])[])[])[])[]} List */

/**
 * The content of a node. Lists may be nested. false, null and undefined render nothing.
 * @typedef {Plain | List} Child
 */

/**
 * A node with its handlers. Still: a drawing without any.
 * @typedef {Node & {heard?: Record<string, Handler | undefined>, still?: boolean}} Heard
 */

/** @param {Element} node @param {Child} child */
function add(node, child) {
  if (Array.isArray(child)) child.forEach((c) => add(node, c));
  else if (child instanceof Node) node.append(child);
  else if (child !== null && child !== undefined && child !== false) node.append(String(child));
}

/**
 * A handler is kept beside the node, so that morph() can exchange it; one listener calls it.
 * @param {Heard} node
 * @param {string} type
 * @param {Handler} handler
 */
function listen(node, type, handler) {
  const heard = (node.heard ??= {});
  if (!(type in heard)) node.addEventListener(type, (event) => heard[type]?.(/** @type {PageEvent} */ (/** @type {unknown} */ (event))));
  heard[type] = handler;
}

/**
 * @param {HTMLElement | SVGElement} node
 * @param {Props | null | undefined} props
 * @param {Child[]} children
 */
function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') listen(node, name.slice(2), value);
    else if (typeof value === 'object') for (const [k, v] of Object.entries(value)) node.style.setProperty(k, String(v));
    else if (name === 'value' && 'value' in node && node.tagName !== 'LI') node.value = value;
    else if (name === 'checked') Object.assign(node, { checked: value });
    else if (name === 'href' && props?.['data-nav']) node.setAttribute(name, addressOf(String(value)));
    else node.setAttribute(name === 'key' ? 'data-key' : name, value === true ? '' : String(value));
  }
  for (const child of children) add(node, child);
}

/**
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 */
export function h(tag, props, ...children) {
  const node = document.createElement(tag);
  fill(node, props, children);
  return node;
}

/**
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, props, ...children) {
  const node = /** @type {SVGElement & Heard} */ (document.createElementNS(SVG, tag));
  fill(node, props, children);
  node.still = !node.heard;
  for (const child of node.still ? node.children : []) node.still &&= /** @type {Heard} */ (child).still;
  return node;
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute('data-key') : null);

/** @param {Node} a @param {Node} b */
function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);
}

/** @param {Heard & (HTMLElement | SVGElement)} a @param {Heard & (HTMLElement | SVGElement)} b */
function morphSelf(a, b) {
  const style = b.getAttribute('style'), wanted = b.attributes, count = wanted.length;
  if (a.getAttribute('style') !== style) a.style.cssText = style ?? '';
  for (let i = 0; i < count; i++) { // by index: lists of attributes are slow to copy, and most nodes have not changed
    const { name, value } = wanted[i];
    if (name !== 'style' && name !== 'open' && a.getAttribute(name) !== value) a.setAttribute(name, value);
  }
  if (a.attributes.length !== count || b.hasAttribute('open')) {
    // Keep `open`: the user may have opened or closed the element.
    for (const { name } of [...a.attributes]) if (name !== 'style' && name !== 'open' && !b.hasAttribute(name)) a.removeAttribute(name);
  }
  const heard = a.heard ?? {};
  for (const type of Object.keys(heard)) heard[type] = b.heard?.[type];
  for (const [type, handler] of Object.entries(b.heard ?? {})) if (handler) listen(a, type, handler);
}

/** @param {Node} a @param {Node} b */
function morphChildren(a, b) {
  /** @type {Map<string | null, ChildNode>} */
  const keyed = new Map();
  for (let child = a.firstChild; child; child = child.nextSibling) {
    const key = keyOf(child);
    if (key) keyed.set(key, child);
  }
  /** @type {ChildNode | null} */
  let at = a.firstChild;
  for (const wanted of [...b.childNodes]) {
    const key = keyOf(wanted);
    let found = key ? keyed.get(key) ?? null : at;
    while (!key && found && keyOf(found)) found = found.nextSibling;
    if (!found || !alike(found, wanted)) {
      a.insertBefore(wanted, at);
      continue;
    }
    const after = found.nextSibling;
    if (found === at) at = after;
    else if (!found.contains(document.activeElement)) a.insertBefore(found, at);
    else { // moving the focused node would lose the focus: move the others instead
      while (at && at !== found) {
        const next = at.nextSibling;
        a.insertBefore(at, after);
        at = next;
      }
      at = found.nextSibling;
    }
    morph(found, wanted);
  }
  while (at) {
    /** @type {ChildNode | null} */
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** @param {ChildNode} a @param {Node} b */
function morph(a, b) {
  if (!alike(a, b)) {
    a.replaceWith(b);
    return b;
  }
  if (!isElement(a) || !isElement(b)) {
    if (a.nodeValue !== b.nodeValue) a.nodeValue = b.nodeValue;
    return a;
  }
  if (b.still && a.isEqualNode(b)) return a; // nothing to exchange in a drawing
  morphSelf(a, b);
  // Selects and fields keep the user's input unless the view changes their value.
  if (!a.hasAttribute('data-free')) morphChildren(a, b);
  if (a instanceof HTMLSelectElement && b instanceof HTMLSelectElement && document.activeElement !== a) a.value = b.value;
  if (a instanceof HTMLInputElement && b instanceof HTMLInputElement) morphField(a, b);
  return a;
}

/** @param {Node} node @returns {node is Heard & (HTMLElement | SVGElement)} */
const isElement = (node) => node instanceof HTMLElement || node instanceof SVGElement;

/** @param {HTMLInputElement} a @param {HTMLInputElement} b */
function morphField(a, b) {
  if (a.type === 'checkbox' || a.type === 'radio') a.checked = b.checked;
  if (a.type === 'range' && a.value !== b.value) a.value = b.value;
}

/** Changes the children of `root` into `children`. @param {Element} root @param {...Child} children */
export function show(root, ...children) {
  const next = /** @type {Element} */ (root.cloneNode(false));
  for (const child of children) add(next, child);
  morphChildren(root, next);
}
