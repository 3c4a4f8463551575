// The list that a select opens: keyboard, search, one choice or several. Knows nothing of what
// is chosen; messages and modals both use it.

import { append, button, el, freshId } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { place } from "./popup.js";

let open = null; // the one list that is open, if any

/** Closes the open list if its trigger lies in this node, without choosing anything. */
export function closeListIn(node) {
  if (open && node.contains(open.trigger)) open.close(false);
}

/**
 * options: () => [{value, label, description?, mark?: node}], asked for each time it opens.
 * onCommit(values) is called when one was chosen, or when a list of several closes changed.
 */
export class Listbox {
  constructor({ options, least = 1, most = 1, searchable = false, values = [], onCommit, title }) {
    Object.assign(this, { options, least, most, searchable, onCommit, title });
    this.values = values;
    this.trigger = null;
    this.shown = [];
    this.active = 0;
    this.typed = "";
  }

  get several() {
    return this.most > 1;
  }

  toggle() {
    if (open === this) this.close(false);
    else this.show();
  }

  show() {
    open?.close(true);
    open = this;
    this.all = this.options();
    this.draft = [...this.values];
    this.typed = "";
    this.#build();
    (this.trigger.closest("dialog") ?? document.body).append(this.popup);
    this.trigger.setAttribute("aria-expanded", "true");
    this.#fill();
    const chosen = this.shown.findIndex(({ value }) => this.draft.includes(value));
    this.#activate(Math.max(0, chosen));
    this.#move();
    (this.search ?? this.list).focus();
    this.away = (event) => this.#pressedElsewhere(event);
    this.moved = () => this.#move();
    document.addEventListener("pointerdown", this.away, true);
    addEventListener("resize", this.moved);
    addEventListener("scroll", this.moved, true);
  }

  /** Puts the list away; `commit` takes over what was ticked if it may be taken. */
  close(commit) {
    if (open !== this) return;
    open = null;
    document.removeEventListener("pointerdown", this.away, true);
    removeEventListener("resize", this.moved);
    removeEventListener("scroll", this.moved, true);
    const hadFocus = this.popup.contains(document.activeElement);
    this.popup.remove();
    this.trigger.setAttribute("aria-expanded", "false");
    if (hadFocus && this.trigger.isConnected) this.trigger.focus();
    if (commit && this.several && this.#changed() && this.#allowed()) this.#take(this.draft);
  }

  // -- building -----------------------------------------------------------------------------

  #build() {
    this.listId = freshId("list");
    this.list = el("ul", {
      class: "listbox",
      id: this.listId,
      role: "listbox",
      tabindex: this.searchable ? null : "0",
      "aria-label": this.title,
      "aria-multiselectable": this.several ? "true" : null,
    });
    this.search = this.searchable ? this.#searchField() : null;
    this.foot = this.several ? this.#footer() : null;
    this.popup = el(
      "div",
      { class: "popup", data: { testid: "select-popup" } },
      this.search ? el("div", { class: "popup-search" }, this.search) : null,
      this.list,
      this.foot,
    );
    this.popup.addEventListener("keydown", (event) => this.#key(event));
  }

  #searchField() {
    const field = el("input", {
      type: "text",
      role: "combobox",
      placeholder: "Search",
      "aria-label": `Search: ${this.title}`,
      "aria-expanded": "true",
      "aria-controls": this.listId,
      "aria-autocomplete": "list",
      autocomplete: "off",
    });
    field.addEventListener("input", () => {
      this.#fill();
      this.#activate(0);
    });
    return field;
  }

  #footer() {
    this.count = el("span", { class: "popup-count", role: "status" });
    this.done = button(
      {
        class: "btn btn-primary",
        data: { testid: "select-done" },
        on: { click: () => this.close(true) },
      },
      "Done",
    );
    return el("div", { class: "popup-foot" }, this.count, this.done);
  }

  #fill() {
    const wanted = (this.search?.value ?? "").trim().toLowerCase();
    this.shown = this.all.filter(({ label, description }) =>
      `${label} ${description ?? ""}`.toLowerCase().includes(wanted),
    );
    this.list.replaceChildren();
    append(this.list, this.shown.map((option, at) => this.#row(option, at)));
    if (!this.shown.length) this.list.append(el("li", { class: "listbox-empty" }, "Nothing found"));
    this.#tick();
  }

  #row(option, at) {
    const row = el(
      "li",
      {
        class: "option",
        role: "option",
        id: `${this.listId}-${at}`,
        data: { testid: "option", value: option.value },
      },
      option.mark ? el("span", { class: "option-mark" }, option.mark()) : null,
      el(
        "span",
        { class: "option-words" },
        el("span", { class: "option-label" }, option.label),
        option.description ? el("span", { class: "option-description" }, option.description) : null,
      ),
      el("span", { class: this.several ? "tick tick-box" : "tick" }, icon("check")),
    );
    row.addEventListener("pointermove", () => this.#activate(at, false));
    row.addEventListener("click", () => this.#choose(at));
    return row;
  }

  #tick() {
    const full = this.several && this.draft.length >= this.most;
    this.shown.forEach(({ value }, at) => {
      const chosen = this.draft.includes(value);
      const row = this.list.children[at];
      row.setAttribute("aria-selected", String(chosen));
      row.toggleAttribute("data-full", full && !chosen);
    });
    if (!this.foot) return;
    const range = this.least === this.most ? `${this.most}` : `${this.least} to ${this.most}`;
    this.count.textContent = `${this.draft.length} chosen, ${range} wanted`;
    this.done.setAttribute("aria-disabled", String(!this.#allowed()));
  }

  // -- choosing -----------------------------------------------------------------------------

  #choose(at) {
    const option = this.shown[at];
    if (!option) return;
    const chosen = this.draft.includes(option.value);
    if (!this.several) {
      const values = chosen && this.least === 0 ? [] : [option.value];
      this.close(false);
      this.#take(values);
      return;
    }
    if (chosen) this.draft = this.draft.filter((value) => value !== option.value);
    else if (this.draft.length < this.most) this.draft = [...this.draft, option.value];
    this.#tick();
  }

  #take(values) {
    this.values = values;
    this.onCommit(values);
  }

  #allowed() {
    return this.draft.length >= this.least && this.draft.length <= this.most;
  }

  #changed() {
    const before = new Set(this.values);
    return before.size !== this.draft.length || this.draft.some((value) => !before.has(value));
  }

  // -- moving -------------------------------------------------------------------------------

  #activate(at, scroll = true) {
    this.list.children[this.active]?.classList.remove("active");
    this.active = Math.min(Math.max(at, 0), Math.max(this.shown.length - 1, 0));
    const row = this.shown.length ? this.list.children[this.active] : null;
    row?.classList.add("active");
    if (scroll) row?.scrollIntoView({ block: "nearest" });
    const holder = this.search ?? this.list;
    if (row) holder.setAttribute("aria-activedescendant", row.id);
    else holder.removeAttribute("aria-activedescendant");
  }

  #key(event) {
    const last = this.shown.length - 1;
    const steps = { ArrowDown: this.active + 1, ArrowUp: this.active - 1, Home: 0, End: last };
    const onDone = event.target === this.done;
    if (event.key in steps && !onDone) this.#activate(steps[event.key]);
    else if (event.key === "Escape") this.close(false);
    else if (event.key === "Tab") return this.#tab(event);
    else if (onDone) return;
    else if (event.key === "Enter") this.#choose(this.active);
    else if (event.key === " " && !this.search) this.#choose(this.active);
    else return this.#jump(event);
    event.preventDefault();
    event.stopPropagation();
  }

  /** Tab goes to Done where there is one, and else leaves, taking over what was ticked. */
  #tab(event) {
    if (this.done && !event.shiftKey && event.target !== this.done) return;
    if (this.done && event.shiftKey && event.target === this.done) return;
    event.preventDefault();
    this.close(true);
  }

  #jump(event) {
    if (this.search || event.key.length !== 1 || event.ctrlKey || event.metaKey) return;
    clearTimeout(this.forget);
    this.forget = setTimeout(() => (this.typed = ""), 700);
    this.typed += event.key.toLowerCase();
    const at = this.shown.findIndex(({ label }) => label.toLowerCase().startsWith(this.typed));
    if (at >= 0) this.#activate(at);
  }

  #pressedElsewhere(event) {
    if (this.popup.contains(event.target) || this.trigger.contains(event.target)) return;
    this.close(true);
  }

  #move() {
    if (!this.trigger.isConnected) this.close(false);
    else place(this.popup, this.trigger);
  }
}
