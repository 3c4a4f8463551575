// Scrolling that stays: at the end when one was at the end, else on what one was reading.

const NEAR = 48; // pixels from the end that still count as the end

/** Watches one scroller; `changed(atEnd)` is called when its end is reached or left. */
export class ScrollKeeper {
  atEnd = true;
  #top = 0; // where the scroller stood when last looked at

  constructor(scroller, list, changed) {
    this.scroller = scroller;
    this.list = list;
    this.changed = changed;
    scroller.addEventListener("scroll", () => this.#look());
    const grown = new ResizeObserver(() => {
      if (this.atEnd) this.#sinkToEnd();
    });
    grown.observe(list);
    grown.observe(scroller);
  }

  /** Does something to the list without moving what is being read. */
  keep(action) {
    if (this.atEnd) {
      action();
      this.#sinkToEnd();
      return;
    }
    const anchors = this.#visible();
    const before = new Map(anchors.map((node) => [node.dataset.messageId, topOf(node)]));
    action();
    for (const [id, top] of before) {
      const node = this.list.querySelector(`[data-message-id="${id}"]`);
      if (!node) continue;
      this.scroller.scrollTop += topOf(node) - top;
      return;
    }
  }

  toEnd() {
    this.#sinkToEnd();
    this.#set(true);
  }

  #sinkToEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  #visible() {
    const { top, bottom } = this.scroller.getBoundingClientRect();
    return [...this.list.querySelectorAll("[data-message-id]")].filter((node) => {
      const box = node.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    });
  }

  /** Only scrolling up leaves the end; a picture that loads and grows the list does not. */
  #look() {
    const { scrollTop, clientHeight, scrollHeight } = this.scroller;
    const near = scrollHeight - scrollTop - clientHeight < NEAR;
    if (near || scrollTop < this.#top) this.#set(near);
    this.#top = scrollTop;
  }

  #set(atEnd) {
    if (atEnd === this.atEnd) return;
    this.atEnd = atEnd;
    this.changed(atEnd);
  }
}

function topOf(node) {
  return node.getBoundingClientRect().top;
}

/** Moves pictures that stay the same into the new message, so that an edit does not blink. */
export function keepPictures(old, fresh) {
  const known = [...old.querySelectorAll("img")];
  for (const image of fresh.querySelectorAll("img")) {
    const at = known.findIndex(({ src }) => src === image.src);
    if (at < 0) continue;
    const [same] = known.splice(at, 1);
    for (const name of ["alt", "width", "height"]) {
      const value = image.getAttribute(name);
      if (value === null) same.removeAttribute(name);
      else same.setAttribute(name, value);
    }
    same.className = image.className;
    image.replaceWith(same);
  }
}
