// The large view of a picture: a dialog, so Esc closes it and the focus goes back by itself.

import { append, button, el } from "./core/dom.js";
import { icon } from "./core/icons.js";

let dialog = null;

/** Shows one of several pictures, each {url, alt}. */
export function openViewer(pictures, start = 0) {
  dialog?.close();
  let at = start;
  const opener = document.activeElement;
  const picture = el("img", { class: "viewer-picture", data: { testid: "viewer-picture" } });
  const words = el("p", { class: "viewer-alt", data: { testid: "viewer-alt" } });
  const original = el("a", { class: "viewer-original", target: "_blank", rel: "noopener" },
    icon("link"), "Open original");
  const show = (place) => {
    at = (place + pictures.length) % pictures.length;
    picture.src = pictures[at].url;
    picture.alt = pictures[at].alt ?? "";
    words.textContent = pictures[at].alt ?? "";
    words.hidden = !pictures[at].alt;
    original.href = pictures[at].url;
    picture.classList.remove("zoomed");
  };
  dialog = makeDialog(picture, words, original, pictures.length > 1 ? (by) => show(at + by) : null);
  dialog.addEventListener("close", () => {
    dialog.remove();
    dialog = null;
    if (opener?.isConnected) opener.focus();
  });
  show(start);
  document.body.append(dialog);
  dialog.showModal();
}

function makeDialog(picture, words, original, turn) {
  const close = button(
    { class: "viewer-close", "aria-label": "Close", data: { testid: "viewer-close" } },
    icon("close"),
  );
  const stage = el("div", { class: "viewer-stage" }, picture);
  const made = el(
    "dialog",
    { class: "viewer", "aria-label": "Picture", data: { testid: "viewer" } },
    close,
    stage,
    el("div", { class: "viewer-foot" }, words, original),
  );
  close.addEventListener("click", () => made.close());
  picture.addEventListener("click", () => picture.classList.toggle("zoomed"));
  made.addEventListener("click", (event) => {
    if (event.target === made || event.target === stage) made.close();
  });
  if (turn) addTurning(made, turn);
  return made;
}

function addTurning(made, turn) {
  const arrow = (name, label, by) =>
    button(
      { class: `viewer-turn viewer-${name}`, "aria-label": label, on: { click: () => turn(by) } },
      icon(name),
    );
  append(made, [arrow("left", "Previous picture", -1), arrow("right", "Next picture", 1)]);
  made.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") turn(-1);
    if (event.key === "ArrowRight") turn(1);
  });
}
