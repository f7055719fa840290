// The canvas: cards and wires of one document at a time as the editor lays them out, collapsing, panning, zooming, and walking with the keyboard.
// A tree for screen readers: every card is an item with its level, its place among its siblings, and its state. Knows no run.

const sizes = { header: 28, lone: 36, row: 17, margin: 5, left: 32, right: 10, least: 112, most: 240 };

const signs = { Running: "\u25b6", Success: "\u2713", Failure: "\u2717", Interrupted: "\u25a0" };

class Canvas {
  /** `onselect` is called with the node that becomes selected, or none; `onopen` with the document that is shown; `onenter` with the node whose tree is. */
  constructor({ onselect, onopen, onenter }) {
    this.onenter = onenter;
    this.onselect = onselect;
    this.onopen = onopen;
    this.svg = byId("tree");
    this.drawings = data.documents.map((content) => ({ ...content, g: draw("g", { role: "presentation", display: "none" }) }));
    this.nodes = new Map();
    this.drawings.forEach((drawing, number) => this.addNodes(drawing, number));
    this.pen = document.createElement("canvas").getContext("2d");
    this.font = getComputedStyle(document.body).fontFamily;
    this.selected = null;
    // The nodes whose trees the reader has entered, the last one last.
    this.entered = [];
    this.view = { x: 0, y: 0, zoom: 1 };
    this.svg.append(...this.drawings.map((drawing) => drawing.g));
    for (const drawing of this.drawings) {
      this.drawAll(drawing);
    }
    this.showFolds();
    this.listen();
  }

  /** Adds the nodes of a document, parents before their children. */
  addNodes(drawing, number) {
    drawing.nodes = drawing.nodes.map((card) => {
      const node = { ...card, drawing, type: known(data.tasks, card.task), children: [], isFolded: Boolean(card.collapsed) };
      node.parent = card.parent === undefined ? undefined : this.find(number, card.parent);
      node.level = node.parent ? node.parent.level + 1 : 1;
      node.top = node.parent?.top ?? node;
      node.parent?.children.push(node);
      this.nodes.set(`${number} ${card.id}`, node);
      return node;
    });
    drawing.roots = drawing.nodes.filter((node) => node.level === 1);
  }

  /** The node of a document, by its number and the id of the node. */
  find(number, id) {
    return this.nodes.get(`${number} ${id}`);
  }

  /** Shows a document. */
  open(drawing) {
    if (this.drawing === drawing) {
      return;
    }
    this.drawing?.g.setAttribute("display", "none");
    this.drawing = drawing;
    drawing.g.setAttribute("display", "inline");
    this.fit();
    this.onopen(drawing);
  }

  /** The tree that a node runs, as its first node. */
  openedBy(node) {
    return node.opens && this.find(...node.opens);
  }

  /** Goes to the tree that a node runs; `back` leads back to that node. */
  enter(node) {
    const top = this.openedBy(node);
    if (top) {
      this.onenter(node);
      this.entered.push(node);
      this.go(top);
      this.onopen(this.drawing);
    }
  }

  back() {
    const node = this.entered.pop();
    if (node) {
      this.go(node);
      this.onopen(this.drawing);
    }
  }

  width(words, font) {
    this.pen.font = `${font} ${this.font}`;
    return this.pen.measureText(words).width;
  }

  /** Shortens a text to a width. */
  shortened(words, font, room) {
    if (this.width(words, font) <= room) {
      return words;
    }
    const characters = [...words];
    let [least, most] = [0, characters.length];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      const fits = this.width(`${characters.slice(0, middle).join("")}\u2026`, font) <= room;
      [least, most] = fits ? [middle, most] : [least, middle - 1];
    }
    return `${characters.slice(0, least).join("")}\u2026`;
  }

  /** A text of a card, which is set a little closer before it is shortened, as the font may be wider than that of the editor. */
  fitted(words, font, room, attributes) {
    const closest = room / 0.8;
    const shown = this.shortened(words, font, closest);
    const isWide = this.width(shown, font) > room;
    return draw("text", { ...attributes, ...(isWide ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {}) }, shown);
  }

  measure(node) {
    const title = this.width(node.title, "600 14px");
    const rows = node.rows.map((row, place) => this.width(this.shortest(node, place), "12px"));
    const wide = Math.ceil((sizes.left + Math.max(title, ...rows, 0) + sizes.right) / 8) * 8;
    node.w = Math.min(Math.max(wide, sizes.least), sizes.most);
    node.h = node.rows.length === 0 ? sizes.lone : sizes.header + node.rows.length * sizes.row + 2 * sizes.margin;
  }

  /** What a row of a card says at least. */
  shortest(node, place) {
    return (place === 0 && node.short) || node.rows[place][1];
  }

  /** What a row of a card says: all of it, if there is room. */
  row(node, place, room) {
    const [, words] = node.rows[place];
    return this.width(words, "12px") <= room ? words : this.shortest(node, place);
  }

  /** Narrows cards that would touch the next one of their row, as another font may be wider than that of the editor. */
  separate(nodes) {
    const rows = new Map();
    for (const node of nodes) {
      rows.set(node.y, [...(rows.get(node.y) ?? []), node]);
    }
    for (const row of rows.values()) {
      row.sort((one, other) => one.x - other.x);
      row.slice(1).forEach((next, place) => {
        const room = next.x - row[place].x - 8;
        row[place].w = Math.min(row[place].w, Math.max(room, 48));
      });
    }
  }

  /** Whether the children of a node follow each other like the lines of an indented list. */
  isStack({ x, y, w, h, children, drawing: { right } }) {
    const [along, across, end] = right ? ["x", "y", "w"] : ["y", "x", "h"];
    const isAligned = children.every((child) => Math.abs(child[across] - children[0][across]) < 2);
    const isInOrder = children.every((child, place) => place === 0 || child[along] >= children[place - 1][along] + children[place - 1][end]);
    const isIndented = Math.abs(children[0][across] - (right ? y : x) - 24) < 2;
    return isAligned && isInOrder && children[0][along] >= (right ? x + w : y + h) && (children.length > 1 || isIndented);
  }

  drawAll(drawing) {
    for (const annotation of drawing.annotations) {
      this.drawAnnotation(drawing, annotation);
    }
    const wires = draw("g", { "aria-hidden": "true" });
    drawing.g.append(wires);
    for (const node of drawing.nodes) {
      this.measure(node);
    }
    this.separate(drawing.nodes);
    for (const node of drawing.nodes) {
      node.wire = node.parent && draw("path", { class: "wire", d: this.route(node.parent, node) });
      wires.append(...(node.wire ? [node.wire] : []));
      node.card = this.drawCard(node);
      drawing.g.append(node.card);
    }
    drawing.roots[0]?.card.setAttribute("tabindex", "0");
  }

  drawAnnotation(drawing, { x, y, w, h, title, text: note }) {
    const lines = [title, ...note.split("\n")].filter((line) => line !== "");
    drawing.g.append(draw("rect", { class: "group", x, y, width: w, height: h, rx: 8, role: "presentation" }));
    lines.forEach((line, place) => {
      const shown = this.shortened(line, "13px", w - 16);
      drawing.g.append(draw("text", { class: "annotation", x: x + 8, y: y + 20 + 18 * place }, shown));
    });
  }

  /** The line from a card to a child, as in the editor: along the trunk of all children, with a curve to one a little aside, or along a stack. */
  route(parent, child) {
    parent.isStack ??= this.isStack(parent);
    const { right } = parent.drawing;
    const at = (ahead, aside) => (right ? `${ahead} ${aside}` : `${aside} ${ahead}`);
    const port = (node) => (right ? [node.x, node.y + node.h / 2] : [node.y, node.x + node.w / 2]);
    const [top, from] = port(parent);
    const out = top + (right ? parent.w : parent.h);
    const [end, to] = port(child);
    if (parent.isStack) {
      const [side, into] = right ? [child.y - 12, child.x + child.w / 2] : [child.x - 12, child.y + child.h / 2];
      return `M${at(out, from)}L${at(out + 8, from)}L${at(out + 8, side)}L${at(into, side)}L${at(into, side + 12)}`;
    }
    const ahead = (node) => port(node)[0] - out;
    const aside = (node) => port(node)[1] - from;
    const isAside = (node) => Math.abs(aside(node)) > 32;
    const lead = Math.min(28, ...parent.children.map(ahead).filter((gap) => gap >= 6).map((gap) => gap / 2));
    const turn = out + lead;
    if (ahead(child) < 6 || !isAside(child)) {
      const begin = ahead(child) >= 6 && parent.children.some(isAside) ? turn : out;
      const middle = (begin + end) / 2;
      return `M${at(out, from)}L${at(begin, from)}C${at(middle, from)} ${at(middle, to)} ${at(end, to)}`;
    }
    // Where the trunk goes on to further children, a bend would leave a wedge.
    const asides = parent.children.map(aside);
    const isLast = [Math.min(...asides), Math.max(...asides)].includes(aside(child));
    const bend = isLast ? Math.min(10, lead) : 0;
    const before = to - Math.sign(to - from) * bend;
    return `M${at(out, from)}L${at(turn, from)}L${at(turn, before)}Q${at(turn, to)} ${at(turn + bend, to)}L${at(end, to)}`;
  }

  drawCard(node) {
    const { w, h } = node;
    const card = draw("g", { role: "treeitem", tabindex: "-1", "aria-selected": "false", "aria-level": node.level, "data-id": node.id });
    const siblings = node.parent ? node.parent.children : node.drawing.roots;
    card.setAttribute("aria-setsize", siblings.length);
    card.setAttribute("aria-posinset", siblings.indexOf(node) + 1);
    card.setAttribute("class", `${node.category}${node.faded ? " faded" : ""}`);
    card.setAttribute("transform", `translate(${node.x} ${node.y})`);
    const header = node.rows.length === 0 ? h : sizes.header;
    const round = node.rows.length === 0 ? `v${h - 14}a7 7 0 0 1 -7 7H7a7 7 0 0 1 -7 -7` : `v${header - 7}H0`;
    const room = w - sizes.left - sizes.right;
    card.append(
      draw("title", {}, [node.title, node.type, ...node.rows.map(([, words]) => words), node.comment ?? ""].filter(Boolean).join("\n")),
      draw("rect", { class: "body", width: w, height: h, rx: 7 }),
      draw("path", { class: "header", d: `M0 7a7 7 0 0 1 7 -7H${w - 7}a7 7 0 0 1 7 7${round}z` }),
      draw("path", { class: "icon", d: known(data.icons, node.icon) ?? "", transform: `translate(8 ${header / 2 - 9})` }),
      this.fitted(node.title, "600 14px", room, { class: "title", x: sizes.left, y: header / 2 + 5 }),
    );
    node.rows.forEach(([kind], place) => {
      const y = sizes.header + sizes.margin + sizes.row * (place + 0.5) + 4;
      card.append(this.fitted(this.row(node, place, room), "12px", room, { class: kind, x: sizes.left, y }));
    });
    this.drawMarks(node, card);
    this.listenTo(node, card);
    return card;
  }

  /** Draws what is around a card: the name of its tree, its number among its siblings, its state, and a button that collapses it. */
  drawMarks(node, card) {
    const { w, h, parent, drawing: { right } } = node;
    if (!parent) {
      node.name = draw("text", { class: "tree-name", x: 2, y: -6 }, node.tree ?? "");
      card.append(node.name);
    } else if (parent.children.length > 1) {
      const isAtSide = Boolean(right) !== Boolean(parent.isStack);
      const at = isAtSide ? `0 ${h / 2}` : `${w / 2} 0`;
      const number = String(parent.children.indexOf(node) + 1);
      card.append(draw("g", { class: "number", transform: `translate(${at})` }, draw("circle", { r: 8 }), draw("text", { y: 4 }, number)));
    }
    node.sign = draw("text", { y: 4 });
    node.badge = draw("g", { class: "badge", transform: `translate(${w - 2} ${h - 2})`, display: "none" }, draw("circle", { r: 8 }), node.sign);
    card.append(node.badge);
    if (node.children.length > 0) {
      node.fold = draw("g", { class: "fold", transform: `translate(${right ? w + 12 : w / 2} ${right ? h / 2 : h + 11})` });
      card.append(node.fold);
    }
  }

  listenTo(node, card) {
    card.addEventListener("click", (event) => {
      this.select(node);
      if (node.fold?.contains(event.target)) {
        this.fold(node, !node.isFolded);
      }
    });
    card.addEventListener("dblclick", () => this.act(node));
    card.addEventListener("focus", () => this.select(node));
  }

  /** Collapses or expands a node, or shows the tree that it runs. */
  act(node) {
    if (node.children.length > 0) {
      this.fold(node, !node.isFolded);
    } else {
      this.enter(node);
    }
  }

  /** Shows a text after the name of a tree. */
  showName(top, words) {
    top.name.textContent = [top.tree, words].filter(Boolean).join(" \u00b7 ");
  }

  countBelow(node) {
    return node.children.reduce((sum, child) => sum + 1 + this.countBelow(child), 0);
  }

  fold(node, isFolded) {
    if (node.children.length === 0 || node.isFolded === isFolded) {
      return;
    }
    node.isFolded = isFolded;
    this.showFolds();
    say(text(isFolded ? "collapsed" : "expanded", { node: node.title, count: this.countBelow(node) }));
  }

  foldAll(isFolded) {
    for (const node of this.nodes.values()) {
      node.isFolded = isFolded && node.level > 1 && node.children.length > 0;
    }
    this.showFolds();
    this.selectShown();
    this.fit();
  }

  /** Selects what hides the selected node, if that is hidden: the keyboard would not reach it. */
  selectShown() {
    let node = this.selected;
    while (node?.isHidden) {
      node = node.parent;
    }
    if (node) {
      this.select(node);
    }
  }

  isHidden({ parent }) {
    return parent !== undefined && (parent.isFolded || parent.isHidden);
  }

  /** Hides what is below folded nodes. Parents come before their children. */
  showFolds() {
    for (const node of this.nodes.values()) {
      node.isHidden = this.isHidden(node);
      const display = node.isHidden ? "none" : "inline";
      node.card.setAttribute("display", display);
      node.wire?.setAttribute("display", display);
      if (node.fold) {
        node.card.setAttribute("aria-expanded", String(!node.isFolded));
        const sign = node.isFolded ? `+${this.countBelow(node)}` : "\u2212";
        const width = 12 + 7 * sign.length;
        node.fold.replaceChildren(
          draw("rect", { x: -width / 2, y: -8, width, height: 16, rx: 8 }),
          draw("text", { y: 4 }, sign),
        );
      }
      this.label(node);
    }
  }

  /** Names a card for screen readers. A row that goes on in the next one ends with a comma already. */
  label(node) {
    const rows = node.rows.map((row, place) => this.shortest(node, place).replace(/[,\uff0c]$/, ""));
    const parts = [node.title, node.type === node.title ? "" : node.type, ...rows];
    parts.push(node.faded ? text("never_runs") : "", node.state && node.state !== "Idle" ? text(`state_${node.state}`) : "");
    node.card.setAttribute("aria-label", [...new Set(parts.filter(Boolean))].join(data.language === "en" ? ", " : "\uff0c"));
  }

  /** Shows the state of a node: none without a run. `isEarlier` says that it is not from the shown frame. */
  showState(node, state, isEarlier) {
    if (node.state === state && node.isEarlier === isEarlier) {
      return;
    }
    node.state = state;
    node.isEarlier = isEarlier;
    if (state === undefined) {
      node.card.removeAttribute("data-state");
    } else {
      node.card.setAttribute("data-state", state);
    }
    node.card.toggleAttribute("data-earlier", isEarlier);
    node.sign.textContent = signs[state] ?? "";
    node.badge.setAttribute("display", signs[state] ? "inline" : "none");
    node.wire?.classList.toggle("runs", state === "Running");
    this.label(node);
  }

  /** Selects a node, or none. */
  select(node) {
    if (this.selected === node) {
      return;
    }
    this.selected?.card.setAttribute("aria-selected", "false");
    for (const other of [this.selected, ...(node ?? this.selected).drawing.roots]) {
      other?.card.setAttribute("tabindex", "-1");
    }
    const left = this.selected?.drawing;
    this.selected = node;
    node?.card.setAttribute("aria-selected", "true");
    (node ?? this.drawing.roots[0])?.card.setAttribute("tabindex", "0");
    if (left && left !== (node?.drawing ?? this.drawing)) {
      left.roots[0]?.card.setAttribute("tabindex", "0");
    }
    this.onselect(node);
  }

  /** Selects a node, shows its document, unfolds what hides it, and moves it and the focus into view. */
  go(node) {
    this.open(node.drawing);
    for (let above = node.parent; above; above = above.parent) {
      above.isFolded = false;
    }
    this.showFolds();
    this.select(node);
    this.reveal(node);
    node.card.focus({ preventScroll: true });
  }

  reveal(node) {
    const { width, height } = this.svg.getBoundingClientRect();
    const { zoom } = this.view;
    const [x, y] = [this.view.x + node.x * zoom, this.view.y + node.y * zoom];
    if (x < 8 || y < 8 || x + node.w * zoom > width - 8 || y + node.h * zoom > height - 8) {
      this.view.x = width / 2 - (node.x + node.w / 2) * zoom;
      this.view.y = height / 2 - (node.y + node.h / 2) * zoom;
      this.place();
    }
  }

  /** Moves the drawing to the view. `isFitted` says that it shall fit the window also when that changes. */
  place(isFitted = false) {
    this.isFitted = isFitted;
    const { x, y, zoom } = this.view;
    this.drawing.g.setAttribute("transform", `translate(${x} ${y}) scale(${zoom})`);
  }

  fit() {
    const shown = this.drawing.nodes.filter((node) => !node.isHidden);
    const { width, height } = this.svg.getBoundingClientRect();
    if (shown.length === 0 || width === 0) {
      return;
    }
    const boxes = [...shown, ...this.drawing.annotations];
    const [left, top] = [Math.min(...boxes.map((box) => box.x)) - 24, Math.min(...boxes.map((box) => box.y)) - 32];
    const right = Math.max(...boxes.map((box) => box.x + box.w)) + 24;
    const bottom = Math.max(...boxes.map((box) => box.y + box.h)) + 32;
    const zoom = Math.min(width / (right - left), height / (bottom - top), 1.25);
    this.view = { zoom, x: (width - (left + right) * zoom) / 2, y: (height - (top + bottom) * zoom) / 2 };
    this.place(true);
  }

  /** Zooms by a factor around a point of the window; the middle by default. */
  zoom(factor, at) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const [x, y] = at ? [at.clientX - left, at.clientY - top] : [width / 2, height / 2];
    const zoom = Math.min(Math.max(this.view.zoom * factor, 0.02), 4);
    const by = zoom / this.view.zoom;
    this.view = { zoom, x: x - (x - this.view.x) * by, y: y - (y - this.view.y) * by };
    this.place();
  }

  listen() {
    const pointers = new Map();
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.0015 : 0.05)), event);
    }, { passive: false });
    this.svg.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, event);
      this.hasPanned = false;
    });
    this.svg.addEventListener("pointermove", (event) => this.drag(pointers, event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      this.svg.addEventListener(end, (event) => {
        pointers.delete(event.pointerId);
        this.svg.classList.remove("pans");
      });
    }
    this.svg.addEventListener("click", (event) => {
      if (event.target === this.svg && !this.hasPanned) {
        this.select(null);
      }
    });
    new ResizeObserver(() => this.isFitted && this.fit()).observe(this.svg);
  }

  /** Pans with one pointer, zooms with two. */
  drag(pointers, event) {
    const before = pointers.get(event.pointerId);
    if (!before) {
      return;
    }
    const other = [...pointers.values()].find((one) => one.pointerId !== event.pointerId);
    const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (other) {
      this.zoom(apart(event) / Math.max(apart(before), 1), other);
    } else {
      this.view.x += event.clientX - before.clientX;
      this.view.y += event.clientY - before.clientY;
      this.place();
    }
    this.hasPanned = true;
    this.svg.classList.add("pans");
    pointers.set(event.pointerId, event);
  }

  /** The keys of a tree, as the guidelines for accessible pages name them. */
  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const node = this.selected?.drawing === this.drawing ? this.selected : this.drawing.roots[0];
    const shown = this.drawing.nodes.filter((one) => !one.isHidden);
    const place = shown.indexOf(node);
    const moves = {
      ArrowDown: () => shown[place + 1],
      ArrowUp: () => shown[place - 1],
      Home: () => shown[0],
      End: () => shown.at(-1),
      ArrowRight: () => (node.isFolded ? this.fold(node, false) : node.children[0]),
      ArrowLeft: () => (node.children.length > 0 && !node.isFolded ? this.fold(node, true) : node.parent),
      Enter: () => this.act(node),
      Escape: () => this.select(null),
      Backspace: () => this.back(),
    };
    if (node === undefined || !Object.hasOwn(moves, event.key)) {
      return;
    }
    event.preventDefault();
    const next = moves[event.key]();
    if (next) {
      this.go(next);
    }
  }
}
