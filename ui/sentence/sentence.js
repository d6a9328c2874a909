export default function ({ data, parentElement, setTriggerValue }) {
  const DRAFT = `seeing-attention.${data.name}`; // what is typed and not yet read survives a page change
  const form = parentElement.querySelector("form");
  const box = form.querySelector("textarea");
  const button = form.querySelector("button");
  const note = form.querySelector("p");

  box.setAttribute("aria-label", data.label);
  box.placeholder = data.label;
  box.maxLength = data.longest;
  button.textContent = data.look;
  button.hidden = !data.look;
  note.textContent = data.note;
  note.hidden = !data.note;
  note.classList.toggle("warn", data.warn);

  const grow = () => {
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight + 2}px`;
  };
  const submit = () => {
    form.dataset.text = box.value; // what comes back from the run is not new and must not touch what is typed meanwhile
    sessionStorage.removeItem(DRAFT);
    setTriggerValue("submitted", box.value);
  };

  form.onsubmit = (event) => {
    event.preventDefault();
    submit();
  };
  box.oninput = () => {
    grow();
    sessionStorage.setItem(DRAFT, JSON.stringify({ base: form.dataset.text, draft: box.value }));
  };
  box.oncompositionstart = () => (form.dataset.composing = "yes");
  box.oncompositionend = () => delete form.dataset.composing;
  box.onkeydown = (event) => {
    // Safari ends the composition before this key press, and only the key code 229 still tells of it.
    const composing = form.dataset.composing || event.isComposing || event.keyCode === 229;
    if (event.key === "Enter" && !event.shiftKey && !composing) {
      event.preventDefault();
      submit();
    }
  };

  if (form.dataset.text !== data.text) {
    const kept = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
    box.value = kept?.base === data.text ? kept.draft : data.text;
    form.dataset.text = data.text;
    grow();
  }
}
