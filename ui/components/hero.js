// The sentence itself: words in large type, arcs from each query word to its key word, coloured and named by head.

const SVG = 'http://www.w3.org/2000/svg';
const MOVE = 420; // ms

function drawn(tag, attributes, parent) {
  const node = document.createElementNS(SVG, tag);
  put(node, attributes);
  parent?.append(node);
  return node;
}

function put(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
}

class HeroPicture {
  constructor(root) {
    this.root = root;
    this.svg = drawn('svg', {role: 'presentation'}, root);
    this.arcLayer = drawn('g', {}, this.svg);
    this.wordLayer = drawn('g', {}, this.svg);
    this.chip = this.newChip();
    this.tip = element('div', 'sa-tip', root);
    this.tip.hidden = true;
    this.spoken = element('div', 'sa-spoken', root);
    this.spoken.setAttribute('aria-live', 'polite');
    this.saves = element('div', 'sa-saves', root);
    root.tabIndex = 0;
    root.setAttribute('role', 'application');
    root.addEventListener('keydown', event => this.press(event));
    this.selection = {head: null, row: null, column: null};
    this.arcs = new Map();
    this.stops = [watch(root, () => this.paint()), listen(root, selection => this.follow(selection))];
  }

  show(header, numbers, send) {
    const asked = JSON.stringify(header.selection);
    if (asked !== this.asked) this.selection = {...this.selection, ...header.selection};
    Object.assign(this, {asked, header, send, weights: readWeights(header, numbers)});
    if (!(this.selection.row < header.words.length)) this.selection.row = null;
    if (!(this.selection.column < header.words.length)) this.selection.column = null;
    if (!(this.selection.head < header.names.length)) this.selection.head = null;
    this.root.setAttribute('aria-label', header.label);
    this.saves.replaceChildren(...['svg', 'png'].map(format => this.button(format)));
    this.paint();
  }

  close() {
    this.stops.forEach(stop => stop());
    cancelAnimationFrame(this.frame);
  }

  paint() {
    const width = this.root.clientWidth;
    if (!width) return;
    this.theme = pageTheme(this.root);
    const sheet = setSentence(this.header, width, this.theme.font);
    if (this.sheet?.mode !== sheet.mode || this.sheet?.width !== width) this.dropArcs();
    this.sheet = sheet;
    put(this.svg, {viewBox: `0 0 ${width} ${sheet.height}`, height: sheet.height});
    this.drawWords();
    this.drawArcs();
    this.root.dataset.mode = sheet.mode;
    this.root.dataset.drawn = String(Number(this.root.dataset.drawn || 0) + 1);
  }

  // Words

  drawWords() {
    const {words} = this.header;
    const same = this.wordLayer.childElementCount === words.length;
    if (!same) this.wordLayer.replaceChildren(...words.map((_, place) => this.newWord(place)));
    const row = this.selection.row === null ? null : this.weights.row(this.selection.head, this.selection.row);
    const strongest = Math.max(0.3, ...(row ?? [])); // the deepest tint, so that a row of small weights does not look like a strong one
    [...this.wordLayer.children].forEach((node, place) => this.drawWord(node, words[place], place, row?.[place], strongest));
  }

  newWord(place) {
    const node = drawn('g', {class: 'word', 'data-place': place});
    const ease = 'transition:fill .35s,stroke .35s';
    drawn('rect', {style: ease}, node);
    drawn('text', {'text-anchor': 'middle', 'dominant-baseline': 'central', style: ease}, node);
    drawn('text', {'text-anchor': 'middle', 'dominant-baseline': 'central', style: ease}, node);
    drawn('title', {}, node);
    node.addEventListener('click', () => this.chooseWord(place));
    return node;
  }

  drawWord(node, word, place, weight, strongest) {
    const {theme, sheet} = this;
    const box = sheet.boxes[place];
    const chosen = this.selection.row === place, looked = this.selection.column === place;
    const hue = this.selection.head === null ? theme.accent : this.header.colours[this.selection.head];
    const tint = weight === undefined ? 0 : (0.8 * weight) / strongest;
    const fill = word.muted && !tint ? theme.page : mix(hue, theme.panel, tint);
    const [rect, text, number, title] = node.children;
    put(rect, {
      x: box.x, y: box.y, width: box.width, height: box.height, rx: Math.min(12, box.height * 0.2), fill,
      stroke: chosen || looked ? theme.accent : tint > 0.1 ? mix(hue, theme.panel, Math.min(1, tint + 0.2)) : mix(theme.text, theme.page, 0.14),
      'stroke-width': chosen ? 2.5 : looked ? 2 : 1.2,
      'stroke-dasharray': looked && !chosen ? '5 3' : word.muted ? '3 3' : 'none',
    });
    text.textContent = box.text;
    put(text, {
      x: box.x + box.width / 2, y: box.y + box.height / 2, 'font-size': box.size, 'font-family': theme.font,
      fill: tint > 0.05 ? (lightness(fill) > 0.56 ? '#1a1f2e' : '#ffffff') : mix(theme.text, theme.page, word.muted ? 0.55 : 1),
    });
    number.textContent = weight === undefined || !sheet.number ? '' : weight.toFixed(2);
    put(number, {
      x: sheet.number === 'left' ? sheet.left - 22 : box.x + box.width / 2,
      y: sheet.number === 'left' ? box.y + box.height / 2 : box.y + box.height + 15 * sheet.scale,
      'font-size': 12.5 * sheet.scale, 'font-family': theme.font, fill: mix(theme.text, theme.page, weight >= 0.1 ? 0.95 : 0.55),
    });
    title.textContent = weight === undefined ? word.name : `${word.name} · ${readable(weight)}`;
  }

  // Arcs

  /** The selected head's name; a click lets go of it. */
  newChip() {
    const chip = drawn('g', {class: 'arc'}, this.svg);
    drawn('circle', {r: 5, cx: 8, cy: 12}, chip);
    drawn('text', {x: 20, y: 12, 'dominant-baseline': 'central'}, chip);
    chip.addEventListener('click', () => this.select({head: null}));
    return chip;
  }

  drawChip() {
    const {head} = this.selection;
    const [dot, text] = this.chip.children;
    put(this.chip, {visibility: head === null ? 'hidden' : 'visible'});
    if (head === null) return;
    text.textContent = this.header.names[head];
    put(dot, {fill: this.header.colours[head]});
    put(text, {fill: this.theme.text, 'font-size': this.sheet.label, 'font-family': this.theme.font});
  }

  dropArcs() {
    this.arcs.clear();
    this.arcLayer.replaceChildren();
  }

  drawArcs() {
    this.drawChip();
    const {sheet, header, selection} = this;
    const most = header.idle ? {line: 12, column: 8, text: 8}[sheet.mode] : {line: 9, column: 6, text: 6}[sheet.mode];
    const chosen = sheet.mode === 'text' && selection.row === null ? [] : chooseArcs(this.weights, selection, most, header.idle);
    const dot = sheet.mode === 'text' ? '● ' : '';
    for (const arc of chosen) arc.text = selection.head === null ? dot + header.short[arc.head] : dot ? '' : arc.weight.toFixed(2);
    sheet.lay(chosen);
    const room = Math.min(8, ...chosen.map(arc => arc.room ?? 8));
    for (const arc of chosen) {
      const shown = this.arcs.get(arc.key) ?? this.newArc(arc);
      this.arcs.set(arc.key, shown);
      Object.assign(shown, {arc, start: {...shown.now}, goal: {...sheet.pose(arc), opacity: 0.9, width: (sheet.scale * room * (1.5 + 5 * arc.weight)) / 8}});
      this.dressArc(shown);
    }
    const kept = new Set(chosen.map(({key}) => key));
    for (const [key, shown] of this.arcs) {
      if (!kept.has(key)) Object.assign(shown, {start: {...shown.now}, goal: {...shown.now, opacity: 0}, leaving: true});
      else shown.leaving = false;
    }
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.move(still ? 0 : MOVE);
  }

  newArc(arc) {
    const node = drawn('g', {class: 'arc', 'data-head': arc.head}, this.arcLayer);
    const [hit, line, head, label] = ['path', 'path', 'path', 'text'].map(tag => drawn(tag, {}, node));
    put(line, {fill: 'none', 'stroke-linecap': 'butt'});
    put(label, {'text-anchor': 'middle', 'dominant-baseline': 'central', 'font-weight': 600, 'paint-order': 'stroke', 'stroke-linejoin': 'round'});
    put(hit, {fill: 'none', stroke: 'transparent', 'stroke-width': 16, 'pointer-events': 'stroke'});
    const shown = {node, line, head, label, hit, arc, now: {...this.sheet.pose(arc), opacity: 0, width: 1}};
    shown.now = this.sheet.rest(shown.now);
    node.addEventListener('click', () => this.chooseHead(shown.arc.head));
    node.addEventListener('pointerenter', event => this.hover(shown, event));
    node.addEventListener('pointerleave', () => this.hover(null));
    return shown;
  }

  dressArc({line, head, label, arc}) {
    const {theme, header, sheet} = this;
    const colour = header.colours[arc.head];
    put(line, {stroke: colour});
    put(head, {fill: colour});
    label.textContent = arc.text;
    const ink = mix(colour, theme.dark ? '#ffffff' : '#10131c', 0.82);
    put(label, {fill: ink, stroke: theme.page, 'stroke-width': 5, 'font-size': sheet.label, 'font-family': theme.font});
  }

  move(duration) {
    cancelAnimationFrame(this.frame);
    const begin = performance.now();
    const step = time => {
      const share = duration ? Math.min(1, Math.max(0, (time - begin) / duration)) : 1;
      const eased = 1 - (1 - share) ** 3;
      for (const [key, shown] of this.arcs) {
        for (const name of Object.keys(shown.goal)) shown.now[name] = shown.start[name] + (shown.goal[name] - shown.start[name]) * eased;
        if (share === 1 && shown.leaving) {
          shown.node.remove();
          this.arcs.delete(key);
        } else this.pose(shown);
      }
      if (share < 1) this.frame = requestAnimationFrame(step);
    };
    step(begin);
  }

  pose({node, line, head, label, hit, now}) {
    const {sheet} = this;
    put(node, {opacity: now.opacity});
    const path = sheet.path(now);
    put(line, {d: path, 'stroke-width': now.width});
    put(hit, {d: path});
    const length = line.getTotalLength();
    const before = length / 2 + sheet.along(now) - now.gap / 2;
    put(line, {'stroke-dasharray': now.gap > 1 ? `${before} ${now.gap} ${length}` : 'none'});
    put(head, {d: sheet.arrow(now)});
    const [x, y] = sheet.labelAt(now);
    put(label, {x, y, visibility: now.named > 0.5 ? 'visible' : 'hidden'});
  }

  hover(shown, event) {
    for (const other of this.arcs.values()) other.node.style.opacity = shown && other !== shown ? 0.25 : '';
    this.tip.hidden = !shown;
    if (!shown) return;
    const {words, names} = this.header;
    const {head, from, to, weight} = shown.arc;
    const lines = [names[head], `${words[from].name} → ${words[to].name}`, readable(weight)];
    this.tip.replaceChildren(...lines.map(text => Object.assign(document.createElement('div'), {textContent: text})));
    const here = this.root.getBoundingClientRect();
    const room = this.root.clientWidth - this.tip.offsetWidth - 4;
    this.tip.style.left = Math.max(0, Math.min(event.clientX - here.left + 14, room)) + 'px';
    this.tip.style.top = Math.max(0, event.clientY - here.top - this.tip.offsetHeight - 10) + 'px';
  }

  // Selection

  chooseWord(place) {
    this.select({row: this.selection.row === place ? null : place, column: null});
  }

  chooseHead(head) {
    this.select({head: this.selection.head === head ? null : head});
  }

  select(change) {
    this.selection = {...this.selection, ...change};
    this.drawWords();
    this.drawArcs();
    announce(this.root, change);
    this.speak();
    clearTimeout(this.sending);
    this.sending = setTimeout(() => this.report(), 120); // held-down arrow keys send their last word only
  }

  report() {
    const {head, row} = this.selection;
    this.send(head === null && row === null ? null : {head, row, column: null, name: head === null ? '' : this.header.names[head]});
  }

  follow({head, row, column}) {
    const change = Object.fromEntries(Object.entries({head, row, column}).filter(([, value]) => value !== undefined));
    this.selection = {...this.selection, ...change};
    if (!this.sheet) return;
    this.drawWords();
    this.drawArcs();
  }

  speak() {
    const {head, row} = this.selection;
    this.spoken.textContent = [head === null ? '' : this.header.names[head], row === null ? '' : this.header.words[row].name].filter(Boolean).join(', ');
  }

  press(event) {
    if (event.target !== this.root) return;
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key], turn = {ArrowUp: -1, ArrowDown: 1}[event.key];
    if (step) this.select({row: stepped(this.selection.row, step, this.header.words.length), column: null});
    else if (turn) this.select({head: stepped(this.selection.head, turn, this.header.names.length)});
    else if (event.key === 'Escape') this.select({head: null, row: null, column: null});
    else return;
    event.preventDefault();
  }

  // Saving

  button(format) {
    const button = Object.assign(element('button', ''), {type: 'button', textContent: format.toUpperCase(), title: this.header.words_of['save_' + format]});
    button.setAttribute('aria-label', button.title);
    button.addEventListener('click', () => this.save(format));
    return button;
  }

  save(format) {
    const {width, height} = this.sheet;
    const copy = this.svg.cloneNode(true);
    put(copy, {xmlns: SVG, width, height});
    copy.prepend(drawn('rect', {width, height, fill: this.theme.page}));
    const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], {type: 'image/svg+xml'}));
    const name = `${this.header.file}.${format}`;
    if (format === 'svg') return download(name, address);
    const image = new Image();
    image.onload = () => {
      const canvas = Object.assign(document.createElement('canvas'), {width: width * 2, height: height * 2});
      canvas.getContext('2d').drawImage(image, 0, 0, width * 2, height * 2);
      download(name, canvas.toDataURL('image/png'));
    };
    image.src = address;
  }
}

makers.hero = root => new HeroPicture(root);

/** The next place of `count`, round and round, from either end when there is none yet. */
function stepped(place, step, count) {
  return place === null ? (step > 0 ? 0 : count - 1) : (place + step + count) % count;
}

/** Weights from 8-bit shares of each row's largest weight. */
function readWeights({words, names}, numbers) {
  const n = words.length, heads = names.length;
  const largest = new Float32Array(numbers, 0, heads * n);
  const shares = new Uint8Array(numbers, heads * n * 4);
  const at = (head, query, key) => (largest[head * n + query] * shares[(head * n + query) * n + key]) / 255;
  const mean = (query, key) => {
    let sum = 0;
    for (let head = 0; head < heads; head++) sum += at(head, query, key);
    return sum / heads;
  };
  const row = (head, query) => Array.from({length: n}, (_, key) => (head === null ? mean(query, key) : at(head, query, key)));
  return {n, heads, at, row, muted: words.map(({muted}) => muted)};
}

let ruler;
function measure(text, size, font, weight = 400) {
  ruler ??= document.createElement('canvas').getContext('2d');
  ruler.font = `${weight} ${size}px ${font}`;
  return ruler.measureText(text).width;
}

/** The longest start of the text that fits, … included. */
function fitted(text, size, font, width) {
  if (measure(text, size, font) <= width) return text;
  const parts = [...new Intl.Segmenter().segment(text)].map(({segment}) => segment);
  while (parts.length > 1 && measure(parts.join('') + '…', size, font) > width) parts.pop();
  return parts.join('') + '…';
}

const LARGEST = 42, SMALLEST = 20;

/** Chooses between one line, a column and running text, and says where everything goes. */
function setSentence(header, width, font) {
  const {words, scale} = header;
  const place = (size, gap) => {
    const sizes = words.map(({muted}) => (muted ? size * 0.55 : size));
    const texts = words.map(({text}, at) => fitted(text, sizes[at], font, 10 * size));
    const widths = texts.map((text, at) => measure(text, sizes[at], font) + 2 * Math.max(7, sizes[at] * 0.32));
    return {sizes, texts, widths, whole: widths.reduce((sum, one) => sum + one, 0) + gap * (words.length - 1)};
  };
  for (let size = LARGEST * scale; size >= SMALLEST; size -= 1) {
    const gap = Math.max(5, size * 0.28);
    const placed = place(size, gap);
    if (placed.whole <= width - 8) return lineSheet(header, width, font, size, gap, placed);
  }
  if (words.length <= 24 && width < 640) return columnSheet(header, width, font);
  return textSheet(header, width, font);
}

/** What the line and the column share: arcs in (s, h). */
function arcSheet(at, labelAt, boxes, options) {
  return {
    lay: arcs => layArcs(boxes.map(options.extent), arcs, {...options, label: arc => options.measure(arc.text)}),
    pose: ({s1, s2, h, label, rise, gap, named, from, to}) => ({s1, s2, h, label, rise, gap, named, o1: options.offset(from), o2: options.offset(to)}),
    rest: pose => ({...pose, h: Math.max(8, pose.h * 0.7)}),
    path: pose => arcPath(pose, at),
    along: ({label, s1, s2, o1, o2}) => (label - (s1 + s2) / 2) * Math.sign(s2 - s1) + (o2 - o1) / 2,
    labelAt,
  };
}

function lineSheet(header, width, font, size, gap, {sizes, texts, widths, whole}) {
  const {words, scale} = header;
  const label = 15 * scale;
  const area = words.length < 2 ? 10 : Math.min(255, 84 + 24 * words.length) * scale;
  const base = area + label + 6, height = size * 1.55;
  let x = (width - whole) / 2;
  const boxes = texts.map((text, place) => {
    const inner = sizes[place] * 1.55;
    const box = {x, y: base + 12 + (height - inner) / 2, width: widths[place], height: inner, size: sizes[place], text};
    x += widths[place] + gap;
    return box;
  });
  const options = {
    extent: ({x: start, width: long}) => ({start, end: start + long}),
    measure: name => ({along: measure(name, label, font, 600), across: label * 1.2}),
    offset: place => Math.min(0, -(boxes[place].y - base - 8)),
    area, first: Math.min(54 * scale, area * 0.5),
  };
  return {
    mode: 'line', width, height: base + height + 36 * scale, boxes, scale, label, number: 'below', left: 0,
    ...arcSheet((s, h) => `${s} ${base - h}`, pose => [pose.label, base - pose.h - pose.rise], boxes, options),
    arrow: ({s2, o2, width: thick}) => arrowDown(s2, base - o2 + 5, 4.5 * scale + thick * 0.6),
  };
}

function columnSheet(header, width, font) {
  const {words, scale} = header;
  const size = Math.min(22 * scale, 26), pad = 10, gap = 7, top = 28, left = 44 * scale, most = width * 0.36;
  const label = 13 * scale, tall = size * 1.6;
  const boxes = words.map(({text, muted}, place) => {
    const own = muted ? size * 0.65 : size;
    const shown = fitted(text, own, font, most);
    return {x: left, y: top + place * (tall + gap), width: measure(shown, own, font) + 2 * pad, height: tall, size: own, text: shown};
  });
  const base = Math.max(...boxes.map(box => box.x + box.width)) + 8;
  const widest = Math.max(...header.short.map(name => measure(name, label, font, 600)));
  const options = {
    extent: ({y: start, height: long}) => ({start, end: start + long}),
    measure: name => ({along: label * 1.3, across: measure(name, label, font, 600)}),
    offset: place => boxes[place].x + boxes[place].width + 3 - base,
    area: width - base - widest / 2 - 4, first: Math.min(36 * scale, (width - base) * 0.4), onLine: true,
  };
  return {
    mode: 'column', width, height: top + boxes.length * (tall + gap) + 8, boxes, scale, label, number: 'left', left,
    ...arcSheet((s, h) => `${base + h} ${s}`, pose => [base + pose.h + pose.rise, pose.label], boxes, options),
    arrow: ({s2, o2, width: thick}) => arrowLeft(base + o2, s2, 4.5 * scale + thick * 0.6),
  };
}

/** Running text: words in lines, arcs only as far as a word is selected. */
function textSheet(header, width, font) {
  const {words, scale} = header;
  const size = 18 * scale, gap = 4, tall = size * 1.6, line = tall + 14, top = 88;
  let [x, y] = [2, top];
  const boxes = words.map(({text, muted}) => {
    const own = muted ? size * 0.75 : size;
    const shown = fitted(text, own, font, width - 20);
    const wide = measure(shown, own, font) + 10;
    if (x + wide > width - 2 && x > 2) [x, y] = [2, y + line];
    const box = {x, y, width: wide, height: tall, size: own, text: shown};
    x += wide + gap;
    return box;
  });
  const label = 13 * scale;
  const middle = place => boxes[place].x + boxes[place].width / 2;
  const spot = ({from, to, spread, rise}) => ({x1: middle(from) + spread, y1: boxes[from].y - 2, x2: middle(to), y2: boxes[to].y - 8, rise});
  return {
    mode: 'text', width, height: y + tall + 8, boxes, scale, label, number: '', left: 0,
    lay: arcs => {
      const far = arc => Math.abs(middle(arc.from) - middle(arc.to)) + width * Math.abs(boxes[arc.from].y - boxes[arc.to].y);
      [...arcs].sort((one, other) => far(one) - far(other)).forEach((arc, rank) => (arc.rise = 14 + 9 * rank));
      let [left, row] = [4, 0];
      arcs.forEach((arc, place) => {
        arc.spread = (place - (arcs.length - 1) / 2) * Math.min(4, boxes[arc.from].width / (arcs.length + 1));
        const wide = measure(arc.text, label, font, 600) + 14;
        if (left + wide > width && left > 4) [left, row] = [4, row + 1];
        Object.assign(arc, {lx: left + wide / 2, ly: 12 + row * label * 1.5});
        left += wide;
      });
    },
    pose: arc => ({...spot(arc), lx: arc.lx, ly: arc.ly, gap: 0, named: 1}),
    rest: pose => pose,
    path: ({x1, y1, x2, y2, rise}) => `M${x1} ${y1} C${x1} ${y1 - rise * 1.33} ${x2} ${y2 - rise * 1.33} ${x2} ${y2}`,
    along: () => 0,
    labelAt: ({lx, ly}) => [lx, ly], // the names stand above the text, which arcs alone may cross
    arrow: ({x2, y2, width: thick}) => arrowDown(x2, y2 + 6, 3 * scale + thick * 0.5),
  };
}

/** A triangle whose tip is at (x, y). */
function arrowDown(x, y, size) {
  return `M${x} ${y} L${x - size} ${y - size * 1.5} L${x + size} ${y - size * 1.5} Z`;
}

function arrowLeft(x, y, size) {
  return `M${x} ${y} L${x + size * 1.5} ${y - size} L${x + size * 1.5} ${y + size} Z`;
}
