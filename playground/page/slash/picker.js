// The list above the composer. The composer keeps the focus and names the active row.

import { append, el, freshId } from "../core/dom.js";

export class Picker {
  items = [];
  active = -1;

  /** onPick(item) is called for a row that was pressed. */
  constructor(onPick) {
    this.onPick = onPick;
    this.id = freshId("picker");
    this.list = el("div", {
      class: "picker-list",
      id: this.id,
      role: "listbox",
      "aria-label": "Suggestions",
    });
    this.node = el("div", { class: "picker", hidden: true, data: { testid: "picker" } }, this.list);
    this.node.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get shown() {
    return !this.node.hidden;
  }

  show({ items, start, loading }) {
    this.items = items;
    this.node.hidden = !items.length && !loading;
    this.list.replaceChildren();
    this.rows = [];
    let group = null;
    items.forEach((item, at) => {
      if (item.group !== group) {
        group = item.group;
        this.list.append(el("div", { class: "picker-group", role: "presentation" }, group));
      }
      this.rows.push(this.#row(item, at));
      this.list.append(this.rows.at(-1));
    });
    if (loading) {
      this.list.append(el("div", { class: "picker-note", role: "status" }, "Loading options…"));
    }
    this.activate(start);
  }

  hide() {
    this.show({ items: [], start: -1 });
  }

  step(by) {
    const { length } = this.items;
    if (!length) return;
    const from = this.active < 0 && by < 0 ? 0 : this.active;
    this.activate((from + by + length) % length);
  }

  activate(at) {
    this.rows?.[this.active]?.classList.remove("active");
    this.rows?.[this.active]?.setAttribute("aria-selected", "false");
    this.active = at < this.items.length ? at : -1;
    const row = this.rows?.[this.active];
    row?.classList.add("active");
    row?.setAttribute("aria-selected", "true");
    row?.scrollIntoView({ block: "nearest" });
  }

  get activeItem() {
    return this.items[this.active] ?? null;
  }

  get activeId() {
    return this.rows?.[this.active]?.id ?? null;
  }

  #row(item, at) {
    const row = el(
      "div",
      {
        class: "picker-row",
        role: "option",
        id: `${this.id}-${at}`,
        "aria-selected": "false",
        data: { testid: "suggestion", label: item.label },
      },
      item.mark ? el("span", { class: "option-mark" }, item.mark()) : null,
    );
    append(row, [
      el(
        "span",
        { class: "option-words" },
        el("span", { class: "picker-label" }, item.label),
        item.description ? el("span", { class: "option-description" }, item.description) : null,
      ),
      el("span", { class: "picker-hints" }, (item.hints ?? []).map((hint) => el("span", {}, hint))),
    ]);
    row.addEventListener("click", () => this.onPick(item));
    return row;
  }
}
