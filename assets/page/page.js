// The page: search, details of the selected node, themes. Starts the canvas, then the engine.

let run = null;
const canvas = new Canvas({ onselect: showDetails, onopen: showDocuments, onenter: (node) => run?.choose(node) });

/** Shows which documents there are, and a way back from a tree to the node from which the reader came. */
function showDocuments(shown) {
  const tabs = canvas.drawings.map((drawing, number) => {
    const isShown = drawing === shown ? { "aria-current": "page" } : {};
    return button(drawing.title, () => canvas.open(drawing), { id: `document ${number}`, class: "small", ...isShown });
  });
  const from = canvas.entered.at(-1);
  const back = from ? [button(`\u2190 ${text("back_to", { node: from.title })}`, () => canvas.back(), { id: "back", class: "small" })] : [];
  byId("documents").hidden = tabs.length < 2 && !from;
  update(byId("documents"), ...back, ...(tabs.length > 1 ? tabs : []));
  if (!canvas.selected) {
    showDetails(null);
  }
}

function paragraph(words, attributes = {}) {
  return make("p", attributes, words);
}

function showDetails(node) {
  if (!node) {
    const { description } = canvas.drawing;
    update(byId("details"), ...(description ? [paragraph(description)] : []), paragraph(text("select_node"), { class: "muted" }));
    return;
  }
  const category = text(`category_${node.category}`);
  const parts = [make("h2", {}, node.title)];
  parts.push(paragraph(node.type === node.title ? category : `${node.type} \u00b7 ${category}`, { class: "muted" }));
  parts.push(...[known(data.summaries, node.task), node.comment].filter(Boolean).map((words) => paragraph(words)));
  const top = canvas.openedBy(node);
  if (top) {
    parts.push(button(text("open_tree", { node: top.tree ?? top.drawing.title }), () => canvas.enter(node), { id: "open" }));
  }
  const facts = [...node.settings, [text("id"), node.id]];
  if (node.state) {
    facts.unshift([text("state"), text(`state_${node.state}`)]);
  }
  parts.push(make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])));
  update(byId("details"), ...parts, ...(run?.detailsOf(node) ?? []));
}

function search() {
  const words = byId("search").value.trim().toLocaleLowerCase();
  const isFound = (node) => words !== "" && [node.title, node.type, node.id, node.comment ?? "", ...node.rows.map((row) => row[1])]
    .some((part) => part.toLocaleLowerCase().includes(words));
  const found = [];
  for (const node of canvas.nodes.values()) {
    const isMatch = isFound(node);
    node.card.classList.toggle("match", isMatch);
    if (isMatch) {
      found.push(node);
    }
  }
  say(words === "" ? "" : text("matches", { count: found.length }));
  return found;
}

function goToMatch(step) {
  const found = search();
  if (found.length === 0) {
    return;
  }
  const place = found.indexOf(canvas.selected);
  const next = found[(place + step + found.length) % found.length];
  canvas.go(next);
  byId("search").focus();
}

function setTheme(isDark) {
  document.documentElement.classList.toggle("dark", isDark);
  byId("theme").setAttribute("aria-pressed", String(isDark));
}

function listen() {
  byId("search").addEventListener("input", search);
  byId("search").addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      goToMatch(event.shiftKey ? -1 : 1);
    }
  });
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => setTheme(isDark.matches);
  follow();
  isDark.addEventListener("change", follow);
  const actions = {
    "zoom-in": () => canvas.zoom(1.25),
    "zoom-out": () => canvas.zoom(0.8),
    fit: () => canvas.fit(),
    collapse: () => canvas.foldAll(true),
    expand: () => canvas.foldAll(false),
    theme: () => setTheme(!document.documentElement.classList.contains("dark")),
  };
  for (const [id, action] of Object.entries(actions)) {
    byId(id).addEventListener("click", action);
  }
  document.addEventListener("keydown", (event) => press(event, actions));
}

function press(event, actions) {
  if (isTyping(event) || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  const keys = { "/": () => byId("search").focus(), "+": actions["zoom-in"], "-": actions["zoom-out"], 0: actions.fit };
  if (Object.hasOwn(keys, event.key)) {
    event.preventDefault();
    keys[event.key]();
  } else if (event.target === document.body || byId("tree").contains(event.target)) {
    canvas.press(event);
  }
}

async function start() {
  listen();
  canvas.open(canvas.drawings[0]);
  byId("run").textContent = text("starting");
  try {
    const ask = await startEngine();
    run = new Run(canvas, ask);
    run.onshow = () => showDetails(canvas.selected);
    showDetails(canvas.selected);
    canvas.fit();
  } catch (error) {
    const isDamaged = error instanceof RangeError;
    byId("run").textContent = text(isDamaged ? "no_run" : "no_engine", { error: error.message });
  }
  document.documentElement.setAttribute("data-ready", "");
}

start();
