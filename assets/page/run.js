// The run: the timeline of a recording, frames that the reader runs, answers for leaves, values for variables, and reasons. Knows the
// engine only by its requests.

class Run {
  constructor(canvas, ask) {
    this.canvas = canvas;
    this.ask = ask;
    this.inputs = [];
    this.timer = null;
    this.agent = 0;
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
      button(text(data.recorded ? "reset_recording" : "restart"), () => this.reset()),
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
    this.show();
    return true;
  }

  reset() {
    this.play(false);
    this.inputs = [];
    this.isChanged = false;
    this.request(JSON.stringify({ open: data.recording, go: 0, agent: this.agent }));
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
    } else {
      this.step();
    }
  }

  /** Runs a new frame after the shown one. */
  step() {
    if (this.moment.is_finished && this.inputs.length === 0) {
      say(text("finished"));
      return false;
    }
    const inputs = this.inputs.map(({ kind, name, value }) => `{"${kind}":{${JSON.stringify(name)}:${value}},"agent":${this.agent}}`);
    if (!this.request(`{"step":[${inputs.join(",")}],"agent":${this.agent}}`)) {
      return false;
    }
    this.inputs = [];
    this.isChanged = true;
    this.show();
    return true;
  }

  play(isPlaying) {
    clearInterval(this.timer);
    this.timer = isPlaying ? setInterval(() => this.tick(), Math.max(data.dt * 1000, 40)) : null;
    this.playing.setAttribute("aria-pressed", String(isPlaying));
  }

  /** Shows the next frame; a recording that has not been changed ends with its last one. */
  tick() {
    const isAtEnd = this.moment.frame === this.moment.last;
    const ended = isAtEnd && ((data.recorded && !this.isChanged) || !this.step());
    if (ended) {
      this.play(false);
    } else if (!isAtEnd) {
      this.go(this.moment.frame + 1);
    }
  }

  /** Puts an input before the next frame, with a value as JSON. A new one for the same leaf or variable replaces the earlier one. */
  enter(kind, name, value) {
    this.inputs = this.inputs.filter((input) => input.kind !== kind || input.name !== name);
    this.inputs.push({ kind, name, value });
    this.show();
    say(this.inputSentence(this.inputs.at(-1)));
  }

  inputSentence({ kind, name, value }) {
    if (kind === "force") {
      return text("will_return", { node: this.titleOf(name), status: text(`state_${JSON.parse(value)}`) });
    }
    return text("will_be_set", { name, value });
  }

  placeOf(id) {
    return this.moment.nodes.find((place) => place.id === id);
  }

  titleOf(id) {
    const drawn = this.canvas.nodes.get(this.placeOf(id)?.drawn);
    return drawn?.title ?? id;
  }

  /** For each card, the node of the program that stands for it: of several uses of a tree, the one that runs, else the one that ran last. */
  findUses() {
    const rank = (place) => (place.state === "Running" ? Infinity : place.since);
    this.uses = new Map();
    for (const place of this.moment.nodes) {
      const known = this.uses.get(place.drawn);
      if (!known || rank(place) > rank(known)) {
        this.uses.set(place.drawn, place);
      }
    }
  }

  useOf(node) {
    return this.uses.get(node.id);
  }

  show() {
    const { frame, first, last, time } = this.moment;
    this.slider.min = first;
    this.slider.max = last;
    this.slider.value = frame;
    const position = text("frame_of", { frame, last, time: time.toFixed(2) });
    this.slider.setAttribute("aria-valuetext", position);
    this.position.textContent = position;
    this.showAgents();
    this.findUses();
    for (const node of this.canvas.nodes.values()) {
      const place = this.useOf(node);
      this.canvas.showState(node, frame > 0 ? place?.state : undefined, place !== undefined && place.state !== "Running" && place.since < frame);
    }
    this.showPanel();
    this.onshow?.();
    this.tell();
  }

  showAgents() {
    const { agents, agent } = this.moment;
    this.agents.hidden = agents.length < 2;
    this.agents.replaceChildren(...agents.map((number) => make("option", { value: number }, text("agent_number", { number: number + 1 }))));
    this.agents.value = agent;
  }

  /** Says what the shown frame did, unless it is only played. */
  tell() {
    if (this.timer !== null || this.moment.frame === 0) {
      return;
    }
    const running = this.moment.nodes.filter((place) => place.state === "Running" && place.drawn);
    const deepest = running.at(-1);
    const aborts = this.events().filter(([kind]) => kind === "abort").map(([, id]) => text("aborted_by", { node: this.titleOf(id) }));
    const state = deepest ? text("runs", { node: this.titleOf(deepest.id) }) : text("ended_with", { status: text(`state_${this.status()}`) });
    say([text("frame_number", { frame: this.moment.frame }), ...aborts, state].join(" "));
  }

  line() {
    const line = this.moment.line === undefined ? undefined : JSON.parse(this.moment.line);
    return line?.agents?.find((part) => part.agent === this.agent) ?? line;
  }

  events() {
    return this.line()?.events ?? [];
  }

  status() {
    return this.line()?.status ?? "Running";
  }

  showPanel() {
    const waiting = this.moment.nodes.filter((place) => place.waits);
    const parts = [];
    if (waiting.length > 0) {
      parts.push(make("h3", {}, text("waiting")), ...waiting.map((place) => this.answers(place, this.titleOf(place.id))));
    }
    if (this.inputs.length > 0) {
      parts.push(make("h3", {}, text("before_next")), make("ul", {}, ...this.inputs.map((input) => this.inputRow(input))));
    }
    if (this.moment.variables.length > 0) {
      parts.push(make("h3", {}, text("variables")), ...this.moment.variables.map((variable) => this.variableRow(variable)));
    }
    if (this.moment.cut_off !== undefined) {
      parts.push(make("p", { class: "error" }, text("cut_off", { line: this.moment.cut_off })));
    }
    // What is being typed stays.
    const typed = document.activeElement;
    if (!(typed instanceof HTMLInputElement && byId("moment").contains(typed) && typed.value !== typed.defaultValue)) {
      byId("moment").replaceChildren(...parts);
    }
  }

  inputRow(input) {
    const remove = () => {
      this.inputs = this.inputs.filter((one) => one !== input);
      this.show();
    };
    const label = this.inputSentence(input);
    return make("li", {}, label, " ", button("\u2715", remove, { class: "small", "aria-label": text("remove_input", { input: label }) }));
  }

  /** Buttons for the result that a leaf returns next. */
  answers(place, title) {
    const choices = ["Success", "Failure", "Running"].map((status) => {
      const label = text("return_status", { node: title, status: text(`state_${status}`) });
      return button(text(`state_${status}`), () => this.enter("force", place.id, JSON.stringify(status)), { class: "small", "aria-label": label });
    });
    return make("div", { class: "row", role: "group", "aria-label": title }, make("span", {}, title), ...choices);
  }

  variableRow({ name, value }) {
    const id = `variable ${name}`;
    const field = make("input", { type: "text", id, value });
    const enter = () => {
      const typed = field.value.trim();
      const isWhole = /^-?\d+$/.test(typed) && /[.e]/i.test(value);
      try {
        JSON.parse(typed);
      } catch {
        say(text("wrong_value", { name, value: typed }));
        return;
      }
      field.defaultValue = field.value;
      this.enter("set", name, isWhole ? `${typed}.0` : typed);
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        enter();
      }
    });
    return make("div", { class: "row" }, make("label", { for: id }, name), field, button(text("set"), enter, { class: "small", "aria-label": text("set_variable", { name }) }));
  }

  /** The reasons for the state of a card, with the frame of each. */
  why(node) {
    const place = this.useOf(node);
    if (!place || this.moment.frame === 0) {
      return [make("p", { class: "muted" }, text(place ? "not_started" : "never_runs"))];
    }
    const { why = [] } = this.ask(JSON.stringify({ why: place.id, agent: this.agent }));
    const reasons = why.map((reason) => {
      const drawn = this.canvas.nodes.get(this.placeOf(reason.node)?.drawn);
      const words = sentence(reason.told);
      const said = drawn && drawn !== node ? button(words, () => this.canvas.go(drawn), { class: "link" }) : words;
      const isReachable = reason.frame !== undefined && reason.frame !== this.moment.frame && reason.frame > 0;
      const frame = isReachable ? [button(text("in_frame", { frame: reason.frame }), () => this.go(reason.frame), { class: "small" }), " "] : [];
      return make("li", { "data-sentence": words }, ...frame, said);
    });
    return reasons.length > 0 ? [make("ol", {}, ...reasons)] : [make("p", { class: "muted" }, text("no_reason"))];
  }
}
