// Any Plotly figure, drawn in place: the node and the zoom stay, heatmaps arrive as 16-bit numbers.

const MISSING = 65535;
const CLEAR = 'rgba(0,0,0,0)';

class PlotPicture {
  constructor(root) {
    this.root = root;
    this.node = element('div', 'sa-figure', root);
    this.tip = element('div', 'sa-tip', root);
    this.tip.hidden = true;
    this.spoken = element('div', 'sa-spoken', root);
    this.spoken.setAttribute('aria-live', 'polite');
    root.tabIndex = 0;
    root.setAttribute('role', 'application');
    root.addEventListener('keydown', event => this.press(event));
    root.addEventListener('blur', () => this.point(null));
    root.addEventListener('pointerdown', event => (this.pressed = event));
    root.addEventListener('pointerup', event => event.pointerType === 'touch' && this.tap(event));
    this.selection = {};
    this.turn = 0;
    this.stops = [watch(root, () => this.paint()), listen(root, selection => this.follow(selection))];
  }

  async show(header, numbers, send) {
    this.send = send;
    const asked = JSON.stringify(header.selection);
    if (asked !== this.asked) this.selection = {...header.selection};
    this.asked = asked;
    this.header = header;
    this.grids = readGrids(header, numbers);
    if (!this.grids.includes(this.cursor?.grid)) this.cursor = undefined;
    this.root.setAttribute('aria-label', header.label);
    await this.paint();
  }

  close() {
    this.stops.forEach(stop => stop());
    this.turn += 1;
    if (window.Plotly) Plotly.purge(this.node);
  }

  async paint() {
    const turn = ++this.turn;
    const Plotly = await loadPlotly(this.header.plotly);
    const width = this.root.clientWidth;
    if (turn !== this.turn || !width) return;
    this.theme = pageTheme(this.root);
    const {data, layout} = this.compose(width);
    this.node.style.height = layout.height + 'px';
    await Plotly.react(this.node, {data, layout, config: this.config(), frames: this.header.figure.frames});
    if (!this.bound) this.bind();
    this.root.dataset.drawn = String(Number(this.root.dataset.drawn || 0) + 1);
  }

  bind() {
    this.bound = true;
    this.node.on('plotly_hover', ({points: [point]}) => this.point(this.place(point)));
    this.node.on('plotly_unhover', () => this.point(null));
    this.node.on('plotly_click', ({points: [point], event}) => event.pointerType !== 'touch' && this.choose(this.place(point)));
    this.node.on('plotly_relayout', change => Object.keys(change).some(key => key.includes('axis')) && this.rethin());
  }

  // What is drawn

  compose(width) {
    const {figure} = this.header;
    const data = figure.data.map(trace => ({...trace}));
    const layout = structuredClone(figure.layout);
    const meta = layout.meta ?? {};
    for (const grid of this.grids) data[grid.trace].z = grid.z;
    if (meta.tiles) {
      repeatHatches(data);
      retile(data, layout, width);
    }
    if (meta.square) resquare(data, layout, width);
    if (meta.small) shrink(data, layout, width);
    this.grids.forEach(grid => Object.assign(grid, {x0: data[grid.trace].x0, y0: data[grid.trace].y0}));
    for (const trace of data) {
      const white = trace.meta?.white?.[this.theme.dark ? 'dark' : 'light'];
      if (white) trace.textfont = {...trace.textfont, color: white.map(needed => (needed ? '#ffffff' : '#1a1f2e'))};
    }
    this.still = layout.shapes ?? [];
    const {text, page, panel, border, font, accent} = this.theme;
    Object.assign(layout, {
      font: {family: font, color: text, ...layout.font},
      shapes: [...this.still, ...this.marks()],
      modebar: {bgcolor: panel, color: mix(text, page, 0.45), activecolor: accent, orientation: 'h'},
      hoverlabel: {bgcolor: panel, bordercolor: border, font: {color: text, family: font}, ...layout.hoverlabel},
      uirevision: `${meta.rows?.length}·${meta.columns?.length}·${this.grids.length}`,
    });
    if (layout.width === undefined) layout.width = width;
    this.wanted = Object.fromEntries(['xaxis', 'yaxis'].map(name => [name, ticksOf(layout[name])]));
    for (const name of ['xaxis', 'yaxis']) if (layout[name]) thin(layout[name], this.wanted[name], pixels(layout, name), layout.font.size);
    return {data, layout};
  }

  /** Made anew only when it must be: Plotly.react builds the whole plot again when it is given another one. */
  config() {
    const {words, file} = this.header;
    const asked = JSON.stringify([words, file, this.grids.length > 0]);
    if (asked === this.configured?.asked) return this.configured.config;
    this.configured = {asked, config: this.newConfig(words, file)};
    return this.configured.config;
  }

  newConfig(words, file) {
    const save = format => ({
      name: format,
      title: words['save_' + format],
      icon: format === 'png' ? Plotly.Icons.camera : Plotly.Icons.disk,
      click: () => this.save(format, file),
    });
    const dictionary = {'Zoom in': words.zoom_in, 'Zoom out': words.zoom_out, 'Reset axes': words.reset, Zoom: words.zoom, Pan: words.pan};
    const zoom = this.grids.length ? [['zoom2d', 'pan2d', 'zoomIn2d', 'zoomOut2d', 'resetScale2d']] : [];
    return {
      displayModeBar: this.header.figure.layout.meta?.small ? false : 'hover',
      displaylogo: false,
      showSendToCloud: false,
      plotlyServerURL: '',
      responsive: false,
      doubleClick: 'reset',
      modeBarButtons: [[save('png'), save('svg')], ...zoom],
      locale: 'page',
      locales: {page: {dictionary, format: {}}},
    };
  }

  save(format, filename) {
    const {data, layout} = this.node;
    const page = {...layout, paper_bgcolor: this.theme.page};
    const {width, height} = this.node._fullLayout;
    Plotly.downloadImage({data, layout: page}, {format, filename, width, height, scale: format === 'png' ? 2 : 1});
  }

  /** Frames around what is selected and around the keyboard's cell. */
  marks() {
    const {accent} = this.theme;
    const {head, row, column} = this.selection;
    const shapes = [];
    for (const grid of this.grids) {
      const mine = head === undefined || head === null || grid.head === null || grid.head === head;
      if (grid.card && grid.head === head) shapes.push({...this.still[grid.card], line: {color: accent, width: 2}, fillcolor: CLEAR, layer: 'above'});
      if (!grid.has(row ?? grid.row, column ?? grid.column)) continue;
      const whole = {x0: grid.x0 - 0.5, x1: grid.x0 + grid.columns - 0.5, y0: grid.y0 - 0.5, y1: grid.y0 + grid.rows - 0.5};
      const line = {color: accent, width: mine ? 1.5 : 0.75};
      const x = grid.x0 + column - grid.column, y = grid.y0 + row - grid.row;
      if (row != null) shapes.push({type: 'rect', ...whole, y0: y - 0.5, y1: y + 0.5, line});
      if (column != null) shapes.push({type: 'rect', ...whole, x0: x - 0.5, x1: x + 0.5, line: {...line, dash: 'dot'}});
      if (row != null && column != null && mine) {
        shapes.push({type: 'rect', x0: x - 0.5, x1: x + 0.5, y0: y - 0.5, y1: y + 0.5, line: {color: accent, width: 3}});
      }
    }
    if (this.cursor) {
      const {grid} = this.cursor;
      const x = grid.x0 + this.cursor.column - grid.column, y = grid.y0 + this.cursor.row - grid.row;
      shapes.push({type: 'rect', x0: x - 0.5, x1: x + 0.5, y0: y - 0.5, y1: y + 0.5, line: {color: this.theme.text, width: 2}});
    }
    return shapes;
  }

  remark() {
    if (this.bound) Plotly.relayout(this.node, {shapes: [...this.still, ...this.marks()]});
  }

  /** After zooming: as many labels as now fit. */
  rethin() {
    const full = this.node._fullLayout;
    const change = {};
    for (const [name, wanted] of Object.entries(this.wanted)) {
      if (!wanted) continue;
      const axis = {};
      thin(axis, wanted, full[name]._length / Math.abs(full[name].range[1] - full[name].range[0]), full.font.size);
      if (axis.tickvals.length !== full[name].tickvals.length) {
        change[name + '.tickvals'] = axis.tickvals;
        change[name + '.ticktext'] = axis.ticktext;
      }
    }
    if (Object.keys(change).length) Plotly.relayout(this.node, change);
  }

  // What is pointed at and selected

  /** Where a point of Plotly's lies: a cell of a grid, or a mark of another trace. */
  place({curveNumber, pointIndex, pointNumber, data}) {
    const grid = this.grids.find(({trace}) => trace === curveNumber);
    if (grid) return {grid, row: pointIndex[0] + grid.row, column: pointIndex[1] + grid.column};
    return {trace: data, column: pointNumber};
  }

  /** A finger's tap selects and shows; Plotly itself knows only of cells that a mouse has moved over. */
  tap({clientX, clientY, target}) {
    const moved = Math.hypot(clientX - this.pressed.clientX, clientY - this.pressed.clientY);
    if (moved > 10 || target.closest('.modebar')) return;
    const {xaxis, yaxis} = this.node._fullLayout;
    const frame = this.node.getBoundingClientRect();
    const x = xaxis.p2d(clientX - frame.left - xaxis._offset), y = yaxis.p2d(clientY - frame.top - yaxis._offset);
    for (const grid of this.grids) {
      const cell = {grid, row: Math.round(y - grid.y0) + grid.row, column: Math.round(x - grid.x0) + grid.column};
      if (!grid.has(cell.row, cell.column)) continue;
      this.choose(cell);
      return this.point(cell);
    }
    this.point(null);
  }

  /** Shows or hides the pointer's box. */
  point(place) {
    this.tip.hidden = !place || !(place.grid || this.header.figure.layout.meta?.columns);
    if (this.tip.hidden) return;
    const lines = this.describe(place);
    this.tip.replaceChildren(...lines.map(text => Object.assign(document.createElement('div'), {textContent: text})));
    const {left, top} = this.position(place);
    const room = this.root.clientWidth - this.tip.offsetWidth - 4;
    this.tip.style.left = Math.max(0, Math.min(left + 12, room)) + 'px';
    this.tip.style.top = Math.max(0, top - this.tip.offsetHeight - 10) + 'px';
  }

  describe({grid, trace, row, column}) {
    const {rows = [], columns = []} = this.header.figure.layout.meta ?? {};
    if (!grid) return [columns[column], readable(trace.x[column])].filter(Boolean);
    const value = readable(grid.value(row, column));
    return [grid.name, `${rows[row] ?? row} → ${columns[column] ?? column}`, value].filter(Boolean);
  }

  position({grid, row, column, trace}) {
    const {xaxis, yaxis} = this.node._fullLayout;
    const x = grid ? grid.x0 + column - grid.column : trace.x[column];
    const y = grid ? grid.y0 + row - grid.row : trace.y[column];
    return {left: xaxis._offset + xaxis.d2p(x), top: yaxis._offset + yaxis.d2p(y)};
  }

  choose(place) {
    if (!this.header.selectable) return;
    const head = place.grid ? place.grid.head : (place.trace.meta?.head ?? null);
    const name = place.grid ? place.grid.name : (place.trace.name ?? '');
    const next = {head, name, row: place.row ?? null, column: place.column};
    const same = ['head', 'row', 'column'].every(key => (this.selection[key] ?? null) === next[key]);
    if (same) return this.clear();
    this.select(next);
  }

  clear() {
    this.select({head: null, name: '', row: null, column: null});
  }

  select(selection) {
    const {head, row, column} = selection;
    const told = this.grids.length ? {head, row, column} : {column};
    this.selection = {...this.selection, ...told};
    this.remark();
    announce(this.root, told);
    this.send(row === null && column === null ? null : selection);
  }

  follow(selection) {
    if (this.header.figure.layout.meta?.small) return; // its rows and columns are not the words of the page
    this.selection = {...this.selection, ...selection};
    this.remark();
  }

  press(event) {
    if (event.target !== this.root || !this.bound) return; // nothing is drawn yet
    const step = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}[event.key];
    if (step && this.header.figure.frames?.length) this.turnFrame(step[1] - step[0]);
    else if (step && this.grids.length) this.move(...step);
    else if ((event.key === 'Enter' || event.key === ' ') && this.cursor) this.choose(this.cursor);
    else if (event.key === 'Escape') this.leave();
    else return;
    event.preventDefault();
    event.stopPropagation(); // the page has keys of its own
  }

  move(down, across) {
    const start = this.cursor ?? this.first();
    let {grid, row, column} = start;
    if (this.cursor) [row, column] = [row + down, column + across];
    if (!grid.has(row, column)) {
      const next = this.grids[this.grids.indexOf(grid) + (down ? down * this.across() : across)];
      if (!next) return;
      if (down) row = down > 0 ? next.row : next.row + next.rows - 1;
      else column = across > 0 ? next.column : next.column + next.columns - 1;
      grid = next;
    }
    this.cursor = {grid, row, column};
    this.remark();
    this.point(this.cursor);
    this.spoken.textContent = this.describe(this.cursor).join(', ');
  }

  first() {
    const {head, row, column} = this.selection;
    const grid = this.grids.find(one => one.head === head) ?? this.grids[0];
    return grid.has(row ?? grid.row, column ?? grid.column)
      ? {grid, row: row ?? grid.row, column: column ?? grid.column}
      : {grid, row: grid.row, column: grid.column};
  }

  across() {
    return this.grids.filter(({y0}) => y0 === this.grids[0].y0).length;
  }

  leave() {
    this.cursor = undefined;
    this.point(null);
    this.clear();
  }

  turnFrame(step) {
    const {frames} = this.header.figure;
    const active = this.node._fullLayout.sliders[0].active + step;
    if (active < 0 || active >= frames.length) return;
    const now = {mode: 'immediate', frame: {duration: 0, redraw: true}, transition: {duration: 0}};
    Plotly.animate(this.node, [frames[active].name], now);
    this.spoken.textContent = this.node._fullLayout.sliders[0].steps[active].label;
  }
}

makers.plot = root => new PlotPicture(root);

/** The heatmaps of a figure with their numbers put back; a cell's true value is what was computed, whatever range it is drawn in. */
function readGrids({figure, grids}, numbers) {
  const quantised = new Uint16Array(numbers);
  let start = 0;
  return grids.map(({trace, shape: [rows, columns], low, step}) => {
    const part = quantised.subarray(start, (start += rows * columns));
    const values = Float32Array.from(part, number => (number === MISSING ? NaN : low + number * step));
    const meta = figure.data[trace].meta ?? {};
    const [row, column] = meta.origin ?? [0, 0];
    return {
      trace, rows, columns, row, column,
      head: meta.head ?? null,
      name: meta.name ?? '',
      card: meta.tile,
      z: Array.from({length: rows}, (_, place) => values.subarray(place * columns, (place + 1) * columns)),
      has: (r, c) => r >= row && r < row + rows && c >= column && c < column + columns,
      value: (r, c) => values[(r - row) * columns + c - column] * (meta.row_scale?.[r - row] ?? 1),
    };
  });
}

/** Heads of one mask are hatched alike: sent once, put back here for the others. */
function repeatHatches(data) {
  const heat = tile => data.find(({type, meta}) => type === 'heatmap' && meta.tile === tile);
  for (const trace of data) {
    if (trace.x || trace.meta?.like === undefined) continue;
    const first = data.find(({type, meta}) => type === 'scatter' && meta.tile === trace.meta.like);
    const [from, to] = [heat(trace.meta.like), heat(trace.meta.tile)];
    trace.x = shifted(first.x, to.x0 - from.x0);
    trace.y = shifted(first.y, to.y0 - from.y0);
  }
}

/** Lays the tiles of a grid out in as many columns as the width has room for. */
function retile(data, layout, width) {
  const {count, across, step: [stepX, stepY], width: wished} = layout.meta.tiles;
  const most = Math.max(Math.min(2, count), Math.min(count, Math.round(width / wished)));
  const columns = Math.ceil(count / Math.ceil(count / most));
  const rows = Math.ceil(count / columns);
  const shift = tile => [
    ((tile % columns) - (tile % across)) * stepX,
    (Math.floor(tile / columns) - Math.floor(tile / across)) * stepY,
  ];
  for (const trace of data) {
    if (trace.meta?.tile === undefined) continue;
    const [dx, dy] = shift(trace.meta.tile);
    if (trace.x0 !== undefined) Object.assign(trace, {x0: trace.x0 + dx, y0: trace.y0 + dy});
    else Object.assign(trace, {x: shifted(trace.x, dx), y: shifted(trace.y, dy)});
  }
  const tileOf = ({name}) => Number(name.split(' ')[1]);
  for (const note of layout.annotations) {
    const [dx, dy] = shift(tileOf(note));
    Object.assign(note, {x: note.x + dx, y: note.y + dy});
  }
  for (const card of layout.shapes) {
    const [dx, dy] = shift(tileOf(card));
    card.path = card.path.replace(/(-?[\d.e-]+),(-?[\d.e-]+)/g, (_, x, y) => `${Number(x) + dx},${Number(y) + dy}`);
  }
  const [left, bottom, top] = [layout.xaxis.range[0], rows * stepY, layout.yaxis.range[1]];
  layout.xaxis.range = [left, left + columns * stepX];
  layout.yaxis.range = [top + bottom, top];
  layout.height = Math.round((width * rows * stepY) / (columns * stepX));
  const tileWidth = width / columns;
  layout.annotations = layout.annotations.filter(note => note.xanchor !== 'right' || tileWidth > wished * 0.72);
}

/** Places moved along an axis; null stays a gap. */
function shifted(places, by) {
  return places.map(place => (place === null ? null : place + by));
}

/** Square cells as large as the width allows, labels at the angle they need, numbers only where they fit. */
function resquare(data, layout, width) {
  const {rows, columns, cell: largest, label} = layout.meta.square;
  const size = layout.font.size;
  const margin = layout.margin;
  const flat = Math.min(largest, (width - margin.l - margin.r) / columns);
  if (label * size + 6 > flat) {
    const steep = flat < size * 1.3;
    margin.t = Math.round(size * (label * (steep ? 1 : 0.75) + 1.2));
    margin.r = Math.max(margin.r, steep ? size : Math.round(size * label * 0.55));
    layout.xaxis.tickangle = steep ? -90 : -45;
  } else layout.xaxis.tickangle = 0;
  const cell = Math.min(largest, (width - margin.l - margin.r) / columns);
  const tallest = Math.max(360, 1.25 * cell * columns);
  const height = Math.min(cell * rows, tallest);
  if (cell * rows > tallest) delete layout.yaxis.scaleanchor;
  layout.width = Math.round(cell * columns + margin.l + margin.r);
  layout.height = Math.round(height + margin.t + margin.b);
  for (const trace of data) {
    if (trace.mode !== 'text') continue;
    trace.textfont = {...trace.textfont, size: Math.min(trace.textfont.size, cell * 0.4)};
    if (cell < 19) trace.visible = false;
  }
}

/** A small matrix as wide as it asks to be, narrower where there is less room, its numbers with it. */
function shrink(data, layout, width) {
  if (layout.width <= width) return;
  const sides = layout.margin.l + layout.margin.r;
  const share = (width - sides) / (layout.width - sides);
  layout.width = width;
  for (const trace of data) if (trace.mode === 'text') trace.textfont = {...trace.textfont, size: trace.textfont.size * Math.max(share, 0.7)};
}

function ticksOf(axis) {
  return axis?.tickmode === 'array' ? {tickvals: axis.tickvals, ticktext: axis.ticktext} : null;
}

function pixels(layout, name) {
  const {margin, width, height} = layout;
  const [start, end] = layout[name].range ?? [0, 1];
  const length = name === 'xaxis' ? width - margin.l - margin.r : height - margin.t - margin.b;
  return length / Math.abs(end - start);
}

/** Every label, or every second, third … where they would touch. */
function thin(axis, wanted, cell, size) {
  if (!wanted) return;
  const every = Math.max(1, Math.ceil((size * 1.15) / cell));
  axis.tickvals = wanted.tickvals.filter((_, place) => place % every === 0);
  axis.ticktext = wanted.ticktext.filter((_, place) => place % every === 0);
}
