// Elements and texts. Everything that comes from a tree is set as text, never as markup.

// The drawings, the texts and the recording.
const data = await unpacked(byId("data")).json().catch(() => null);
if (data === null) {
  // The page says already that it is damaged.
  document.documentElement.setAttribute("data-ready", "");
  return;
}
byId("said").className = "muted";
say("");

/** Returns a text of the page with its placeholders filled in. */
function text(key, values = {}) {
  return filled(data.texts[key] ?? key, values);
}

function filled(pattern, values) {
  return pattern.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name] : whole));
}

/** The value of a name that may be any text. */
function known(values, name) {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Makes an element with attributes and children; a text becomes a text node. */
function make(tag, attributes = {}, ...children) {
  return furnished(document.createElement(tag), attributes, children);
}

/** Like `make`, for a part of the drawing. */
function draw(tag, attributes = {}, ...children) {
  return furnished(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function furnished(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      element[name] = value;
    } else {
      element.setAttribute(name, value);
    }
  }
  element.append(...children);
  return element;
}

/** Makes a button with a text. */
function button(label, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, label);
}

/**
 * Makes an element contain these children. Elements that it contains already stay, with the focus, what is being typed in them, and a press
 * that is under way: those of the same id, and those without an id in the same place. What takes the place of an element that goes gets its focus.
 */
function update(parent, ...children) {
  const active = document.activeElement;
  const place = buttonsAndFields(parent).indexOf(active);
  updateChildren(parent, make("div", {}, ...children));
  if (place < 0 || parent.contains(document.activeElement)) {
    return;
  }
  const left = buttonsAndFields(parent);
  const next = left.find((one) => one.id !== "" && one.id === active.id) ?? left[Math.min(place, left.length - 1)] ?? parent;
  if (next === parent) {
    parent.setAttribute("tabindex", "-1");
  }
  next.focus({ preventScroll: true });
}

function buttonsAndFields(parent) {
  return [...parent.querySelectorAll("button, input, select")];
}

/** Makes an element contain the children of another one. */
function updateChildren(parent, wanted) {
  const before = [...parent.childNodes];
  const isSame = (one, child) => one?.nodeName === child.nodeName && one.id === child.id && one.type === child.type;
  const children = [...wanted.childNodes].map((child, place) => {
    const one = child.id ? before.find((other) => other.id === child.id) : before[place];
    return isSame(one, child) ? updated(one, child) : child;
  });
  before.filter((one) => !children.includes(one)).forEach((one) => one.remove());
  children.forEach((child, place) => {
    if (parent.childNodes[place] !== child) {
      parent.insertBefore(child, parent.childNodes[place] ?? null);
    }
  });
}

/** Makes a node like another one of its kind, but for a field that is being edited. */
function updated(node, wanted) {
  if (!(node instanceof Element)) {
    node.data = wanted.data;
    return node;
  }
  node.onclick = wanted.onclick;
  node.onchange = wanted.onchange;
  if (isEdited(node)) {
    return node;
  }
  for (const { name } of [...node.attributes].filter(({ name }) => !wanted.hasAttribute(name))) {
    node.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes].filter(({ name, value }) => node.getAttribute(name) !== value)) {
    node.setAttribute(name, value);
  }
  updateChildren(node, wanted);
  if (node instanceof HTMLInputElement || node instanceof HTMLSelectElement) {
    node.value = wanted.value;
    node.checked = wanted.checked;
  }
  return node;
}

/** Whether a field has another value than the page has put into it. */
function isEdited(field) {
  return field instanceof HTMLInputElement && (field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
}

/** Says that what is in a field is the value which it is to show. */
function accept(field) {
  field.defaultValue = field.value;
  field.defaultChecked = field.checked;
}

/** Whether a key goes into a field. */
function isTyping(event) {
  return event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
}

function byId(id) {
  return document.getElementById(id);
}

/** Says a sentence to screen readers, and shows it. */
function say(sentence) {
  byId("said").textContent = sentence;
}

/** Returns a message of the engine in the language of the page. */
function sentence(told) {
  const said = phrase(told).replace(/`([^`]*)`/g, "\u201c$1\u201d");
  return data.language === "en" ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}

function phrase(told) {
  const pattern = known(data.messages, `${told.family}.${told.code}`);
  if (pattern === undefined) {
    return told.english;
  }
  const values = Object.fromEntries((told.arguments ?? []).map(([name, value]) => [name, filling(value)]));
  return filled(pattern, values);
}

function filling(value) {
  if (typeof value === "string") {
    return value;
  }
  if (Array.isArray(value)) {
    const parts = value.map(filling);
    const first = parts.slice(0, -1).join(data.messages["list.comma"]);
    return parts.length < 2 ? parts.join("") : filled(data.messages["list.and"], { first, last: parts.at(-1) });
  }
  if (value.parameter !== undefined) {
    return data.parameters[`${value.task}.${value.parameter}`] ?? value.parameter;
  }
  return value.task === undefined ? phrase(value) : (known(data.tasks, value.task) ?? value.task);
}
