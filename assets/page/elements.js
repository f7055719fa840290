// Elements and texts. Everything that comes from a tree is set as text, never as markup.

// The drawings, the texts and the recording.
const data = await unpacked(byId("data")).json().catch(() => null);
if (data === null) {
  // The sentence that says so is part of the page.
  byId("said").className = "error";
  document.documentElement.setAttribute("data-ready", "");
  return;
}
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
    if (name === "onclick") {
      element.addEventListener("click", value);
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
