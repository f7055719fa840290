// The page: search, details of the selected node, themes. Starts the canvas, then the engine.

const canvas = new Canvas((node) => showDetails(node));
let run = null;

function showDetails(node) {
  if (!node) {
    byId("details").replaceChildren(make("p", { class: "muted" }, text("select_node")));
    return;
  }
  const parts = [make("h2", {}, node.title)];
  parts.push(make("p", { class: "muted" }, node.type === node.title ? text(`category_${node.category}`) : `${node.type} \u00b7 ${text(`category_${node.category}`)}`));
  parts.push(...[data.summaries[node.task], node.comment].filter(Boolean).map((words) => make("p", {}, words)));
  const facts = [...node.settings, [text("id"), node.id]];
  if (node.state) {
    facts.unshift([text("state"), text(`state_${node.state}`)]);
  }
  parts.push(make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])));
  const place = run?.useOf(node);
  if (place?.can_be_forced) {
    parts.push(make("h3", {}, text("answer")), run.answers(place, node.title));
  }
  if (run) {
    parts.push(make("h3", {}, text("why")), ...run.why(node));
  }
  byId("details").replaceChildren(...parts);
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
  if (words !== "") {
    say(text("matches", { count: found.length }));
  }
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
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !isTyping(event)) {
      event.preventDefault();
      byId("search").focus();
    }
  });
}

async function start() {
  setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
  listen();
  showDetails(null);
  if (data.recording === undefined) {
    return;
  }
  byId("run").textContent = text("starting");
  try {
    const ask = await startEngine();
    run = new Run(canvas, ask);
    run.onshow = () => showDetails(canvas.selected);
    showDetails(canvas.selected);
  } catch (error) {
    byId("run").textContent = text("no_engine", { error: error.message });
  }
  document.documentElement.setAttribute("data-ready", "");
}

start();
