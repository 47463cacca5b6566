// Building and updating the page. A view builds what should be there with h() and svg(); morph()
// changes what is there into it, so that focus, typed text and running transitions survive.
import { addressOf } from './place.js';

const SVG = 'http://www.w3.org/2000/svg';

function add(node, child) {
  if (Array.isArray(child)) child.forEach((c) => add(node, c));
  else if (child instanceof Node) node.append(child);
  else if (child !== null && child !== undefined && child !== false) node.append(String(child));
}

// A handler is kept beside the node, so that morph() can exchange it; one listener calls it.
function listen(node, type, handler) {
  node.heard ??= {};
  if (!(type in node.heard)) node.addEventListener(type, (event) => node.heard[type]?.(event));
  node.heard[type] = handler;
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) listen(node, name.slice(2), value);
    else if (name === 'style') for (const [k, v] of Object.entries(value)) node.style.setProperty(k, v);
    else if (name === 'value' && 'value' in node && node.tagName !== 'LI') node.value = value;
    else if (name === 'checked') node.checked = value;
    else if (name === 'href' && props['data-nav']) node.setAttribute(name, addressOf(value));
    else node.setAttribute(name === 'key' ? 'data-key' : name, value === true ? '' : value);
  }
  add(node, children);
  return node;
}

export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

const keyOf = (node) => (node.nodeType === 1 ? node.getAttribute('data-key') : null);

function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);
}

function morphSelf(a, b) {
  for (const { name } of [...a.attributes]) {
    // What people have opened or moved themselves stays as they left it.
    if (name !== 'style' && name !== 'open' && !b.hasAttribute(name)) a.removeAttribute(name);
  }
  for (const { name, value } of b.attributes) {
    if (name !== 'style' && name !== 'open' && a.getAttribute(name) !== value) a.setAttribute(name, value);
  }
  if (a.style && a.style.cssText !== b.style.cssText) a.style.cssText = b.style.cssText;
  if (a.heard || b.heard) {
    for (const type of Object.keys(a.heard ?? {})) a.heard[type] = b.heard?.[type];
    for (const [type, handler] of Object.entries(b.heard ?? {})) listen(a, type, handler);
  }
}

function morphChildren(a, b) {
  const keyed = new Map();
  for (const child of a.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let at = a.firstChild;
  for (const wanted of [...b.childNodes]) {
    const key = keyOf(wanted);
    let found = key ? keyed.get(key) : at;
    while (!key && found && keyOf(found)) found = found.nextSibling;
    if (!found || !alike(found, wanted)) {
      a.insertBefore(wanted, at);
      continue;
    }
    const after = found.nextSibling;
    if (found === at) at = after;
    else if (!found.contains(document.activeElement)) a.insertBefore(found, at);
    else { // what has the focus would lose it: the others make room
      for (let next; at !== found; at = next) {
        next = at.nextSibling;
        a.insertBefore(at, after);
      }
      at = found.nextSibling;
    }
    morph(found, wanted);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function morph(a, b) {
  if (!alike(a, b)) {
    a.replaceWith(b);
    return b;
  }
  if (a.nodeType !== 1) {
    if (a.data !== b.data) a.data = b.data;
    return a;
  }
  morphSelf(a, b);
  // Selects and fields: what the user has put there stays, unless the view itself says otherwise.
  if (!a.hasAttribute('data-free')) morphChildren(a, b);
  if (a.tagName === 'SELECT' && document.activeElement !== a) a.value = b.value;
  if (a.type === 'checkbox' || a.type === 'radio') a.checked = b.checked;
  if (a.type === 'range' && a.value !== b.value) a.value = b.value;
  return a;
}

// Changes the children of `root` into `children`.
export function show(root, ...children) {
  const next = root.cloneNode(false);
  add(next, children);
  morphChildren(root, next);
}
