// Where the arcs of the sentence run. Everything is in two numbers: `s` along the sentence, `h` away from it; the picture turns them into x and y.

const KAPPA = 0.5523; // a quarter of an ellipse as one cubic curve

/**
 * Which arcs to draw: of nothing selected each head's strongest, of a word each head's choice, of a head each word's choice, of both the row.
 * idle: for heads that may look at nothing, [head][query] true where one does; then nothing selected draws every choice that is left.
 */
function chooseArcs(weights, {row, column, head}, most, idle) {
  const {n, heads} = weights;
  const every = count => Array.from({length: count}, (_, place) => place);
  const open = place => !weights.muted[place];
  const best = (h, q) => {
    const keys = every(n).filter(k => k !== q && open(k));
    const key = keys.reduce((found, k) => (found < 0 || weights.at(h, q, k) > weights.at(h, q, found) ? k : found), -1);
    return {head: h, from: q, to: key, weight: key < 0 ? 0 : weights.at(h, q, key)};
  };
  const chosen = (h, q) => (idle?.[h][q] ? undefined : best(h, q));
  const strongest = arcs => arcs.sort((one, other) => other.weight - one.weight);
  const even = 1 / n;
  let arcs;
  if (row === null && head === null && idle) arcs = every(heads).flatMap(h => every(n).filter(open).map(q => chosen(h, q)));
  else if (row === null && head === null) arcs = every(heads).map(h => strongest(every(n).filter(open).map(q => best(h, q)))[0]);
  else if (head === null) arcs = every(heads).map(h => chosen(h, row));
  else if (row === null) arcs = every(n).filter(open).map(q => chosen(head, q)).filter(arc => arc?.weight > even);
  else arcs = every(n).filter(k => k !== row && open(k)).map(k => ({head, from: row, to: k, weight: weights.at(head, row, k)}));
  const floor = row !== null && head !== null ? Math.max(0.02, even / 2) : 0.02;
  const kept = strongest(arcs.filter(arc => arc && arc.to >= 0 && arc.weight >= floor)).slice(0, most);
  const each = head === null && !idle ? arc => `${arc.head}` : arc => `${arc.head} ${arc.from} ${row === null ? '' : arc.to}`;
  return kept.map(arc => ({...arc, key: each(arc)}));
}

/**
 * Lays arcs so that none crowd: ends spread along the boxes, each arc in a lane above all that it spans or crosses, labels free of arcs and labels.
 * boxes: [{start, end}] along s. label: arc -> {along, across} in px. area: room for h, from the lowest lane, `first`, on.
 * onLine: labels sit on their arc however short it is. Adds s1, s2, h, level, label, gap and room (px to the next end) to each arc.
 */
function layArcs(boxes, arcs, {label, area, first, onLine}) {
  spreadEnds(boxes, arcs);
  for (const arc of arcs) {
    arc.span = Math.abs(arc.s2 - arc.s1);
    arc.middle = (arc.s1 + arc.s2) / 2;
    arc.size = label(arc);
    arc.inside = onLine || arc.size.along + 14 < arc.span * 0.75;
    const half = Math.max(arc.span, arc.size.along) / 2 + 4;
    arc.reach = [arc.middle - half, arc.middle + half];
  }
  const order = arcs.map((_, place) => place).sort((a, b) => arcs[a].span - arcs[b].span || b - a);
  const placed = [];
  for (const place of order) {
    const arc = arcs[place];
    const below = placed.filter(other => other.reach[0] < arc.reach[1] && arc.reach[0] < other.reach[1]);
    arc.level = 1 + Math.max(0, ...below.map(other => other.level + (other.inside ? 0 : 0.6)));
    placed.push(arc);
  }
  const levels = Math.max(1, ...arcs.map(arc => arc.level));
  const lane = levels > 1 ? Math.min(46, (area - first) / (levels - 1)) : 0;
  for (const arc of arcs) arc.h = first + (arc.level - 1) * lane;
  placeLabels(arcs);
}

/** Ends share a box: those that go left on its left, nested ones so that they do not cross. */
function spreadEnds(boxes, arcs) {
  const ends = boxes.map(() => []);
  arcs.forEach((arc, place) => {
    ends[arc.from].push({arc, end: 's1', other: arc.to, tie: place});
    ends[arc.to].push({arc, end: 's2', other: arc.from, tie: place});
  });
  ends.forEach((list, here) => {
    const {start, end} = boxes[here];
    const left = one => (one.other < here ? 0 : 1);
    list.sort((a, b) => left(a) - left(b) || b.other - a.other || (left(a) ? a.tie - b.tie : b.tie - a.tie));
    const step = Math.min(16, (end - start - 12) / list.length);
    list.forEach((one, place) => {
      one.arc[one.end] = (start + end) / 2 + (place - (list.length - 1) / 2) * step;
      one.arc.room = Math.min(one.arc.room ?? step, step);
    });
  });
}

function shoulder(arc) {
  return Math.min(arc.span / 2, 62);
}

/** Where the two legs of an arc are at a height below its own. */
function legs(arc, height) {
  const inward = shoulder(arc) * (1 - Math.sqrt(Math.max(0, 1 - (height / arc.h) ** 2)));
  const [low, high] = [Math.min(arc.s1, arc.s2), Math.max(arc.s1, arc.s2)];
  return [low + inward, high - inward];
}

function placeLabels(arcs) {
  const taken = [];
  for (const arc of [...arcs].sort((one, other) => one.level - other.level)) {
    const height = arc.inside ? arc.h : arc.h + arc.size.across * 0.62;
    const room = arc.inside ? Math.max(0, (arc.span - arc.size.along) / 2 - shoulder(arc) * 0.55) : 0;
    const ends = centre => [centre - arc.size.along / 2 - 4, centre + arc.size.along / 2 + 4];
    const uncrossed = centre => {
      const [low, high] = ends(centre);
      return !arcs.some(other => other !== arc && other.h > height && legs(other, height).some(s => s > low && s < high));
    };
    const uncovered = centre => {
      const [low, high] = ends(centre);
      return !taken.some(one => one.low < high && low < one.high && Math.abs(one.height - height) < (one.across + arc.size.across) / 2);
    };
    const tries = [0];
    for (let shift = 6; shift <= room; shift += 6) tries.push(shift, -shift);
    const places = tries.map(shift => arc.middle + shift).filter(uncovered);
    arc.named = places.length ? 1 : 0; // rather none than one upon another; hover still tells
    arc.label = places.find(uncrossed) ?? places[0] ?? arc.middle;
    arc.rise = height - arc.h;
    arc.gap = arc.inside && arc.named ? Math.min(arc.size.along + 10, arc.span * 0.8) : 0;
    if (arc.named) taken.push({low: arc.label - arc.size.along / 2, high: arc.label + arc.size.along / 2, height, across: arc.size.across});
  }
}

/** The path of an arc. at: (s, h) -> "x y". o1, o2: how far the ends lie from h = 0. */
function arcPath({s1, s2, h, o1 = 0, o2 = 0}, at) {
  const turn = Math.sign(s2 - s1) * shoulder({span: Math.abs(s2 - s1)});
  const bend = turn * (1 - KAPPA);
  return [
    `M${at(s1, o1)} L${at(s1, 0)}`,
    `C${at(s1, h * KAPPA)} ${at(s1 + bend, h)} ${at(s1 + turn, h)}`,
    `L${at(s2 - turn, h)}`,
    `C${at(s2 - bend, h)} ${at(s2, h * KAPPA)} ${at(s2, 0)} L${at(s2, o2)}`,
  ].join(' ');
}
