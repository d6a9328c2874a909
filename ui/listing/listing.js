export default function ({ data, parentElement, setTriggerValue }) {
  const list = parentElement.querySelector("ol");
  list.setAttribute("aria-label", data.label);
  const wanted = JSON.stringify(data.lines);
  if (list.dataset.lines !== wanted) {
    list.dataset.lines = wanted;
    list.replaceChildren(...data.lines.map(row));
  }
  const choosable = [...list.querySelectorAll("[data-place]")];
  for (const one of choosable) {
    const chosen = Number(one.dataset.place) === data.chosen;
    one.classList.toggle("chosen", chosen);
    one.tabIndex = chosen ? 0 : -1;
    if (chosen) one.setAttribute("aria-current", "step");
    else one.removeAttribute("aria-current");
  }

  const choose = (one) => {
    one.focus();
    setTriggerValue("chosen", Number(one.dataset.place));
  };
  list.onclick = (event) => {
    const one = event.target.closest("[data-place]");
    if (one) choose(one);
  };
  list.onkeydown = (event) => {
    const here = choosable.indexOf(event.target.closest("[data-place]"));
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: choosable.length - 1 }[event.key];
    const one = event.key === "Enter" || event.key === " " ? choosable[here] : choosable[next];
    if (!one) return;
    event.preventDefault();
    choose(one);
  };
}

/** One line: its code in words of their kinds, its remark and its note. */
function row({ code, note, place, remark }) {
  const item = document.createElement("li");
  const text = element("code", "", item);
  for (const [, space, comment, word, other] of code.matchAll(/(^\s+)|(#.*$)|([A-Za-z_]\w*)|([^A-Za-z_#]+)/g)) {
    if (space) text.style.setProperty("--indent", `${space.length}ch`);
    else if (comment) element("span", "comment", text).textContent = comment;
    else if (word) element("span", KEYWORDS.has(word) ? "keyword" : "", text).textContent = word;
    else text.append(other);
  }
  if (remark) element("span", "remark", item).textContent = remark;
  if (note) element("span", "note", item).textContent = note;
  if (place !== null) {
    item.dataset.place = place;
    item.setAttribute("role", "button");
  }
  return item;
}

const KEYWORDS = new Set(["class", "def", "return", "self", "super", "import", "from", "None"]);

function element(tag, kind, parent) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  parent.append(made);
  return made;
}
