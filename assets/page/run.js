// The run: the timeline of a recording, frames that the reader runs, answers for leaves, values for variables, and reasons. Knows the
// engine only by its requests.

class Run {
  constructor(canvas, ask) {
    this.canvas = canvas;
    this.ask = ask;
    this.inputs = [];
    this.calls = new Map();
    this.timer = null;
    this.agent = 0;
    this.lastInput = 0;
    this.isChanged = false;
    this.build();
    this.reset();
  }

  build() {
    this.slider = make("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": text("frame") });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.playing = button(text("play"), () => this.play(this.timer === null), { "aria-pressed": "false" });
    this.position = make("output", { class: "muted" });
    this.agents = make("select", { "aria-label": text("agent"), hidden: "" });
    this.agents.addEventListener("change", () => {
      this.agent = Number(this.agents.value);
      this.go(this.moment.frame);
    });
    byId("run").replaceChildren(
      button("|\u25c0", () => this.go(this.moment.first), { "aria-label": text("first_frame"), title: text("first_frame") }),
      button("\u25c0", () => this.go(this.moment.frame - 1), { "aria-label": text("previous_frame"), title: `${text("previous_frame")} (P)` }),
      this.playing,
      button("\u25b6", () => this.next(), { "aria-label": text("next_frame"), title: `${text("next_frame")} (N)` }),
      button("\u25b6|", () => this.go(this.moment.last), { "aria-label": text("last_frame"), title: text("last_frame") }),
      this.slider, this.position, this.agents,
      (this.stepping = button(text("step"), () => this.step(), { title: `${text("step")} (S)` })),
      (this.back = button(text(data.recorded ? "reset_recording" : "restart"), () => this.reset())),
    );
    document.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    if (isTyping(event) || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const keys = { n: () => this.next(), p: () => this.go(this.moment.frame - 1), s: () => this.step(), f10: () => this.step() };
    const isButton = event.target.closest?.("button, summary");
    const chosen = event.key === " " && !isButton ? () => this.play(this.timer === null) : keys[event.key.toLowerCase()];
    if (chosen) {
      event.preventDefault();
      chosen();
    }
  }

  /** Asks the engine for a moment, with a request as text, and shows it. Returns whether it could answer. */
  request(request) {
    const moment = this.ask(request);
    if (moment.error) {
      say(sentence(moment.error));
      return false;
    }
    this.moment = moment;
    this.agent = moment.agent;
    for (const place of moment.nodes) {
      place.node = this.canvas.find(this.numberOf(place.path), place.document_node);
      place.call = place.id.slice(0, Math.max(place.id.lastIndexOf(`/${place.document_node}`), 0));
    }
    this.places = new Map(moment.nodes.map((place) => [place.id, place]));
    this.show();
    this.tell();
    return true;
  }

  /** The number of the drawing of a document; without a path, of the main one. */
  numberOf(path) {
    return this.canvas.drawings.findIndex((drawing) => drawing.path === path);
  }

  reset() {
    this.play(false);
    this.inputs = [];
    this.isChanged = false;
    if (!this.request(JSON.stringify({ open: data.recording, go: 0, agent: this.agent }))) {
      throw new RangeError(byId("said").textContent);
    }
    if (data.recorded) {
      this.go(this.moment.first + 1);
    }
  }

  go(frame) {
    const { first, last } = this.moment;
    this.request(JSON.stringify({ go: Math.min(Math.max(frame, first), last), agent: this.agent }));
  }

  next() {
    if (this.moment.frame < this.moment.last) {
      this.go(this.moment.frame + 1);
    } else if (data.recorded && !this.isChanged) {
      say(text("recording_ends"));
    } else {
      this.step();
    }
  }

  /** Runs a new frame after the shown one, unless a field has a value that is none. */
  step() {
    const wrong = byId("moment").querySelector("[aria-invalid]");
    if (wrong) {
      wrong.focus();
      wrong.dispatchEvent(new Event("change"));
      return false;
    }
    if (this.moment.is_finished && this.inputs.length === 0) {
      say(text("finished"));
      return false;
    }
    const inputs = this.inputs;
    this.inputs = [];
    this.isChanged = true;
    const isDone = this.request(`{"step":[${inputs.map((input) => this.written(input)).join(",")}],"agent":${this.agent}}`);
    if (!isDone) {
      this.inputs = inputs;
    }
    return isDone;
  }

  /** An input as recordings contain it. */
  written({ agent, kind, name, value }) {
    const payload = value === undefined ? "" : `,"payload":${value}`;
    const what = kind === "send" ? `{"name":${JSON.stringify(name)}${payload}}` : `{${JSON.stringify(name)}:${value}}`;
    return `{"${kind}":${what},"agent":${agent}}`;
  }

  /** What is shown is said when playing ends, unless something else was said just now. */
  play(isPlaying, isSaid = false) {
    const wasPlaying = this.timer !== null;
    clearInterval(this.timer);
    this.timer = isPlaying ? setInterval(() => this.tick(), Math.max(data.dt * 1000, 40)) : null;
    this.playing.setAttribute("aria-pressed", String(isPlaying));
    if (isPlaying) {
      say("");
    } else if (wasPlaying && !isSaid) {
      this.tell();
    }
  }

  /** Shows the next frame; a recording that has not been changed ends with its last one. */
  tick() {
    const isAtEnd = this.moment.frame === this.moment.last;
    if (isAtEnd && data.recorded && !this.isChanged) {
      this.play(false);
    } else if (isAtEnd && !this.step()) {
      this.play(false, true);
    } else if (!isAtEnd) {
      this.go(this.moment.frame + 1);
    }
  }

  /** Puts an input before the next frame, with a value as JSON. A new one for the same leaf or variable replaces the earlier one. */
  enter(kind, name, value) {
    const { agent } = this;
    const isOther = (input) => kind === "send" || input.agent !== agent || input.kind !== kind || input.name !== name;
    this.inputs = this.inputs.filter(isOther);
    this.lastInput += 1;
    this.inputs.push({ agent, kind, name, value, number: this.lastInput });
    say(this.inputSentence(this.inputs.at(-1)));
    this.showPanel();
  }

  inputSentence({ kind, name, value }) {
    if (kind === "force") {
      return text("will_return", { node: this.titleOf(name), status: text(`state_${JSON.parse(value)}`) });
    }
    if (kind === "send") {
      return value === undefined ? text("will_be_sent", { name }) : text("will_be_sent_with", { name, value });
    }
    return text("will_be_set", { name: this.nameOfVariable(name), value });
  }

  placeOf(id) {
    return this.places.get(id);
  }

  /** The title of a node of the program. */
  titleOf(id) {
    return this.placeOf(id)?.node?.title ?? id;
  }

  /** The title of a node, and of the use of its tree if there are several. */
  nameOf(place) {
    const title = this.titleOf(place.id);
    return this.usesOf(place.node).size > 1 ? text("in_use", { node: title, name: this.nameOfCall(place.call) }) : title;
  }

  /** The titles of the nodes that run a tree. */
  nameOfCall(call) {
    const place = this.placeOf(call);
    const outer = place?.call ? `${this.nameOfCall(place.call)} \u203a ` : "";
    return outer + this.titleOf(call);
  }

  /** The uses of the tree of a card, each with how late it ran. */
  usesOf(node) {
    return this.found.get(node?.top) ?? new Map();
  }

  /** Shows the use of a tree by the node of this card. */
  choose(node) {
    const top = this.canvas.openedBy(node);
    const place = this.useOf(node);
    if (place && this.usesOf(top).has(place.id)) {
      this.calls.set(top, place.id);
      this.show();
    }
  }

  /** The place of each card in the program. All cards of a tree show one use of it: the one that the reader chose, else one that runs, else the last. */
  findUses() {
    this.found = new Map();
    for (const { node, call, state, since } of this.moment.nodes.filter((place) => place.node)) {
      const calls = this.found.get(node.top) ?? new Map();
      this.found.set(node.top, calls);
      calls.set(call, Math.max(calls.get(call) ?? 0, state === "Running" ? Infinity : since));
    }
    this.shown = new Map();
    for (const [top, calls] of this.found) {
      const last = [...calls].reduce((best, one) => (one[1] > best[1] ? one : best));
      this.shown.set(top, calls.has(this.calls.get(top)) ? this.calls.get(top) : last[0]);
      this.canvas.showName(top, calls.size > 1 ? text("used_by", { node: this.nameOfCall(this.shown.get(top)) }) : "");
    }
    const shown = this.moment.nodes.filter((place) => place.node && this.shown.get(place.node.top) === place.call);
    this.uses = new Map(shown.map((place) => [place.node, place]));
  }

  useOf(node) {
    return this.uses.get(node);
  }

  /** Goes to a node of the program. */
  goTo(place) {
    this.calls.set(place.node.top, place.call);
    this.show();
    this.canvas.go(place.node);
  }

  show() {
    const { frame, first, last, time } = this.moment;
    this.slider.min = first;
    this.slider.max = last;
    this.slider.value = frame;
    const position = text("frame_of", { frame, last, time: time.toFixed(2) });
    this.slider.setAttribute("aria-valuetext", position);
    this.position.textContent = position;
    this.showBack();
    this.showAgents();
    this.findUses();
    for (const node of this.canvas.nodes.values()) {
      const place = this.useOf(node);
      this.canvas.showState(node, frame > 0 ? place?.state : undefined, place !== undefined && place.state !== "Running" && place.since < frame);
    }
    this.showPanel();
    this.onshow?.();
  }

  showBack() {
    const isHidden = data.recorded && !this.isChanged;
    if (isHidden && document.activeElement === this.back) {
      this.stepping.focus();
    }
    this.back.hidden = isHidden;
  }

  showAgents() {
    const { agents, agent } = this.moment;
    this.agents.hidden = agents.length < 2;
    this.agents.replaceChildren(...agents.map((number) => make("option", { value: number }, text("agent_number", { number: number + 1 }))));
    this.agents.value = agent;
  }

  /** Says what the shown frame did, unless it is only played. */
  tell() {
    if (this.timer !== null) {
      return;
    }
    if (this.moment.frame === 0) {
      say(text("not_started"));
      return;
    }
    const deepest = this.moment.nodes.filter((place) => place.state === "Running").at(-1);
    const state = deepest ? text("runs", { node: this.titleOf(deepest.id) }) : text("ended_with", { status: text(`state_${this.status()}`) });
    const parts = [text("frame_number", { frame: this.moment.frame }), ...this.moment.aborts.map((abort) => this.abortSentence(abort)), state];
    say(parts.join(data.language === "en" ? " " : ""));
  }

  abortSentence({ conditional, became_true: isTrue, by, aborted }) {
    const values = { name: this.titleOf(conditional), node: this.titleOf(by), aborted: aborted && this.titleOf(aborted) };
    if (aborted === undefined) {
      return text(isTrue ? "became_true" : "became_false", values);
    }
    return text(isTrue ? "aborted_true" : "aborted_false", values);
  }

  line() {
    const line = this.moment.line === undefined ? undefined : JSON.parse(this.moment.line);
    return line?.agents?.find((part) => part.agent === this.agent) ?? line;
  }

  status() {
    return this.line()?.status ?? "Running";
  }

  showPanel() {
    const parts = [];
    const list = (heading, rows) => rows.length > 0 && parts.push(make("h3", { id: `heading ${heading}` }, text(heading)), ...rows);
    const waiting = this.moment.nodes.filter((place) => place.waits);
    list("waiting", waiting.map((place) => this.answers(place, "moment")));
    list("before_next", this.inputs.length > 0 ? [make("ul", { id: "inputs" }, ...this.inputs.map((input) => this.inputRow(input)))] : []);
    list("events", Object.entries(data.events).map(([name, payload]) => this.eventRow(name, payload)));
    list("variables", this.moment.variables.map((variable) => this.variableRow(variable)));
    if (this.moment.cut_off !== undefined) {
      parts.push(make("p", { class: "error", id: "cut_off" }, text("cut_off", { line: this.moment.cut_off })));
    }
    update(byId("moment"), ...parts);
  }

  inputRow(input) {
    const remove = () => {
      this.inputs = this.inputs.filter((one) => one !== input);
      this.showPanel();
    };
    const label = this.inputSentence(input);
    const id = `remove ${input.number}`;
    return make("li", { id: `input ${input.number}` }, label, " ", button("\u2715", remove, { class: "small", id, "aria-label": text("remove_input", { input: label }) }));
  }

  /** Buttons for the result that a leaf returns next, in the section with this id; that of the details has its title already. */
  answers(place, section) {
    const title = this.nameOf(place);
    const named = section === "details" ? [] : [make("span", {}, title)];
    const row = `answers ${section} ${place.id}`;
    const choices = ["Success", "Failure", "Running"].map((status) => {
      const label = text("return_status", { node: title, status: text(`state_${status}`) });
      return button(text(`state_${status}`), () => this.enter("force", place.id, JSON.stringify(status)), { class: "small", id: `${row} ${status}`, "aria-label": label });
    });
    return make("div", { class: "row", id: row, role: "group", "aria-label": title }, ...named, ...choices);
  }

  eventRow(name, payload) {
    const send = () => {
      const field = byId(`event ${name}`);
      const value = field ? this.payloadOf(name, payload) : undefined;
      if (value === null) {
        return;
      }
      if (field?.type === "text") {
        field.value = "";
      }
      this.enter("send", name, value);
    };
    const sending = button(text("send"), send, { class: "small", id: `send ${name}`, "aria-label": text("send_event", { name }) });
    const field = payload === null ? [] : [this.payloadField(name, payload)];
    return make("div", { class: "row", id: `row event ${name}` }, make("span", {}, name), ...field, sending);
  }

  payloadField(name, payload) {
    const check = () => this.payloadOf(name, payload);
    const attributes = { id: `event ${name}`, "aria-label": text("payload_of", { name }), placeholder: text("payload"), onchange: check };
    const field = valueField(payload.kind, undefined, attributes);
    return payload.kind === "bool" ? make("label", {}, field, " ", text("payload")) : field;
  }

  /** The payload in the field of an event, as JSON: nothing if that is empty. If it has no possible value, says so and returns `null`. */
  payloadOf(name, { kind, example }) {
    const field = byId(`event ${name}`);
    if (field.type === "text" && field.value === "") {
      field.removeAttribute("aria-invalid");
      return undefined;
    }
    return enteredValue(kind, field, name, example);
  }

  /** The name of a variable; one that belongs to a use of a tree has the id of that use before it. */
  nameOfVariable(name) {
    const end = name.lastIndexOf("/");
    const call = name.slice(0, Math.max(end, 0));
    return this.placeOf(call) ? text("in_use", { node: name.slice(end + 1), name: this.nameOfCall(call) }) : name;
  }

  variableRow({ name, value, kind }) {
    const pending = this.inputs.find((input) => input.agent === this.agent && input.kind === "set" && input.name === name)?.value ?? value;
    const id = `variable ${name}`;
    const title = this.nameOfVariable(name);
    const comment = known(data.comments, name) ?? "";
    const enter = ({ target }) => {
      const now = enteredValue(kind, target, title, value);
      if (now !== null) {
        accept(target);
        this.enter("set", name, now);
      }
    };
    const field = valueField(kind, pending, { id, title: comment, onchange: enter });
    const about = comment === "" ? [] : [make("small", { class: "muted" }, comment)];
    return make("div", { class: "row", id: `row ${id}` }, make("label", { for: id }, title), field, ...about);
  }

  /** What the run adds to the details of a card: the use that is shown, results for a leaf, and reasons. */
  detailsOf(node) {
    const parts = [];
    const calls = [...this.usesOf(node).keys()];
    if (calls.length > 1) {
      const choose = ({ target }) => {
        this.calls.set(node.top, target.value);
        this.show();
      };
      const choice = make("select", { id: "use", "aria-label": text("use"), onchange: choose }, ...calls.map((call) => make("option", { value: call }, this.nameOfCall(call))));
      choice.value = this.shown.get(node.top);
      parts.push(make("h3", {}, text("use")), choice);
    }
    const place = this.useOf(node);
    if (place?.can_be_forced) {
      parts.push(make("h3", {}, text("answer")), this.answers(place, "details"));
    }
    return [...parts, make("h3", {}, text("why")), ...this.why(node)];
  }

  /** The reasons for the state of a card, with the frame of each. */
  why(node) {
    const place = this.useOf(node);
    if (this.moment.frame === 0 && !node.faded) {
      return [make("p", { class: "muted" }, text("not_started"))];
    }
    const what = place ? { why: place.id } : { why_in_background: { id: node.id, path: node.drawing.path } };
    const { why = [] } = this.ask(JSON.stringify({ ...what, agent: this.agent }));
    const frames = why.map((reason) => reason.frame);
    const reasons = why.map((reason, number) => this.reasonRow(reason, place, frames.indexOf(reason.frame) === number));
    return reasons.length > 0 ? [make("ol", {}, ...reasons)] : [make("p", { class: "muted" }, text(place ? "no_reason" : "never_runs"))];
  }

  /** A reason for the state of a place, with a button for its frame, which stays there when it has shown that frame. `isFirst` says whether it is the first of its frame. */
  reasonRow({ node, told, frame }, place, isFirst) {
    const there = this.placeOf(node);
    const words = sentence(told);
    const said = there?.node && there !== place ? button(words, () => this.goTo(there), { class: "link" }) : make("span", {}, words);
    const shown = frame === this.moment.frame ? { "aria-current": "true" } : {};
    const attributes = { class: "small", ...(isFirst ? { id: `frame ${frame}` } : {}), ...shown };
    const going = frame > 0 ? [button(text("in_frame", { frame }), () => this.go(frame), attributes)] : [];
    return make("li", { "data-sentence": words, ...(isFirst ? { id: `reason ${frame}` } : {}) }, make("div", { class: "reason" }, ...going, said));
  }
}

/** A field for a value of this kind, which is JSON: a box to check, or a text. Without a value, it is empty. */
function valueField(kind, value, attributes) {
  if (kind === "bool") {
    return make("input", { type: "checkbox", ...(value === "true" ? { checked: "" } : {}), ...attributes });
  }
  return make("input", { type: "text", value: value === undefined ? "" : shown(kind, value), ...attributes });
}

/** The value in such a field, as JSON. If it is none of its kind, says so and returns `null`. `before` is a value of the kind. */
function enteredValue(kind, field, name, before) {
  const value = kind === "bool" ? String(field.checked) : typedValue(kind, field.value, before);
  if (value === null) {
    field.setAttribute("aria-invalid", "true");
    say(wrongValue(kind, { name, value: field.value, example: shown(kind, before) }));
  } else {
    field.removeAttribute("aria-invalid");
  }
  return value;
}

/** A value as JSON, typed by a reader as one of this kind, or `null`. `before` is a value of the kind. */
function typedValue(kind, typed, before) {
  if (kind === "string") {
    return JSON.stringify(typed);
  }
  const trimmed = typed.trim();
  if (kind === "int") {
    const isInt = /^-?\d{1,19}$/.test(trimmed) && BigInt.asIntN(64, BigInt(trimmed)) === BigInt(trimmed);
    return isInt ? String(BigInt(trimmed)) : null;
  }
  if (kind === "float") {
    const isFloat = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) && Number.isFinite(Number(trimmed));
    return isFloat ? withPoint(String(Number(trimmed))) : null;
  }
  try {
    return isAlike(JSON.parse(trimmed), JSON.parse(before)) ? trimmed : null;
  } catch {
    return null;
  }
}

/** Whether a value of several parts, a list or a vector with its name, is of the same form as another one. */
function isAlike(value, other) {
  if (Array.isArray(other)) {
    return Array.isArray(value) && value.every((part) => typeof part !== "number" || Number.isFinite(part));
  }
  const parts = Object.entries(other ?? {});
  return parts.length === Object.keys(value ?? {}).length && parts.every(([name, part]) => isAlike(value[name], part) && value[name].length === part.length);
}

/** Says what a value should have been. */
function wrongValue(kind, values) {
  return text({ int: "wrong_int", float: "wrong_float" }[kind] ?? "wrong_value", values);
}

/** A number as documents contain a float. */
function withPoint(number) {
  return /[.e]/.test(number) ? number : `${number}.0`;
}

/** A value as a reader sees it: texts without quotes, numbers without the last digits, which are noise. */
function shown(kind, value) {
  if (kind === "string") {
    return JSON.parse(value);
  }
  return value.replace(/-?\d+\.\d{13,}(e[+-]?\d+)?/g, (number) => withPoint(String(Number(Number(number).toPrecision(12)))));
}
