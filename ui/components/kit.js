// What the pictures share: loading plotly.js once, reading the page's theme, telling each other what is selected, watching for size and theme.

const EVENT = 'seeing-attention';

function element(tag, className, parent) {
  const node = document.createElement(tag);
  node.className = className;
  parent?.append(node);
  return node;
}

let loading;
/**
 * Streamlit's own copy of plotly.js. The script of a component lives in a blob, so the address must be whole.
 * A busy server may drop a request; asked for by the same address, the browser would only remember the failure.
 */
function loadPlotly(path) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  const load = again => import(location.origin + path + again).then(() => window.Plotly);
  loading ??= load('').catch(() => load('?again'));
  return loading;
}

/** Colours and font of the page around a node, and whether it is dark. */
function pageTheme(node) {
  const style = getComputedStyle(node);
  const read = name => style.getPropertyValue('--st-' + name).trim();
  const page = read('background-color') || '#ffffff';
  return {
    page,
    panel: read('secondary-background-color') || '#f6f7fb',
    text: read('text-color') || '#1a1f2e',
    border: read('border-color') || 'rgba(127,135,150,.35)',
    accent: read('primary-color') || '#3d6bff',
    font: read('font') || 'sans-serif',
    dark: lightness(page) < 0.4,
  };
}

let painter;
/** Red, green, blue of any CSS colour, 0 to 255. */
function channels(colour) {
  painter ??= Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d', {willReadFrequently: true});
  painter.clearRect(0, 0, 1, 1);
  painter.fillStyle = colour;
  painter.fillRect(0, 0, 1, 1);
  return [...painter.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

function lightness(colour) {
  const [red, green, blue] = channels(colour);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** `share` of one colour over the rest of another, as a plain rgb() that a saved picture can keep. */
function mix(colour, ground, share) {
  const under = channels(ground);
  return `rgb(${channels(colour).map((value, place) => Math.round(share * value + (1 - share) * under[place])).join(',')})`;
}

/** Calls `redraw` when the node changes width, comes into view or the theme changes; returns how to stop. */
function watch(node, redraw) {
  let width = 0;
  const sizes = new ResizeObserver(() => {
    if (node.clientWidth && node.clientWidth !== width) requestAnimationFrame(redraw);
    width = node.clientWidth;
  });
  sizes.observe(node);
  const repaint = event => event.target === node && event.propertyName === 'color' && redraw();
  node.addEventListener('transitionend', repaint); // style.css lets the text colour take a moment, so a change of theme is heard of
  return () => {
    sizes.disconnect();
    node.removeEventListener('transitionend', repaint);
  };
}

/** Tells the other pictures of the page; keys left out of the selection are left as they are. */
function announce(node, selection) {
  document.dispatchEvent(new CustomEvent(EVENT, {detail: {source: node, selection}}));
}

function listen(node, follow) {
  const hear = ({detail}) => detail.source !== node && follow(detail.selection);
  document.addEventListener(EVENT, hear);
  return () => document.removeEventListener(EVENT, hear);
}

/** Header and numbers of a payload: a 32-bit length, that many bytes of JSON, the numbers. */
function unpack(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  return [header, bytes.slice(4 + length).buffer];
}

function readable(value) {
  return Number.isNaN(value) ? '–' : String(Number(value.toPrecision(5)));
}

function download(name, url) {
  const link = Object.assign(document.createElement('a'), {href: url, download: name});
  link.click();
}

const makers = {};
/** Draws `kind` into its element: the picture is made once, shown anew at each rerun, closed when it leaves the page. */
async function draw(kind, {data, parentElement, setStateValue}) {
  const root = parentElement.querySelector('.sa-' + kind);
  root.picture ??= makers[kind](root);
  const [header, numbers] = unpack(data);
  await root.picture.show(header, numbers, value => setStateValue('selected', value));
  return () => {
    root.picture?.close();
    root.picture = undefined;
  };
}
