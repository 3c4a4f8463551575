// Who I am, my settings, and the links that open a tab as somebody else.

import { append, button, el, freshId } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { userName } from "../core/names.js";
import { avatar } from "./avatar.js";
import { themeButton } from "./theme.js";

/** The panel at the foot of the left side. */
export function ownPanel(world, notice) {
  const panel = el("section", { class: "own-panel", "aria-label": "You" });
  const draw = () => {
    panel.replaceChildren();
    append(panel, [
      avatar(world.me, "small"),
      el(
        "div",
        { class: "own-words" },
        el("strong", { data: { testid: "me", userId: world.me.id } }, userName(world.me)),
        el("span", {}, "this tab is you"),
      ),
      menu("people-menu", "Open a tab as somebody else", "swap", () => links(world)),
      menu("settings-menu", "Settings", "gear", () => settings(world, notice)),
    ]);
  };
  world.on("ready", draw);
  return panel;
}

/** A button with a panel that it opens; Esc or a press elsewhere closes it. */
function menu(testid, label, iconName, content) {
  const id = freshId("menu");
  const box = el("div", { class: "menu", id, popover: "auto", data: { testid } });
  const opener = button(
    {
      class: "icon-button",
      "aria-label": label,
      title: label,
      popovertarget: id,
      data: { testid: `${testid}-button` },
    },
    icon(iconName),
  );
  box.addEventListener("beforetoggle", ({ newState }) => {
    opener.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "open") box.replaceChildren(...[content()].flat());
  });
  return [opener, box];
}

function links(world) {
  const everybody = [...world.people.values()];
  const others = everybody.filter(({ id }) => id !== world.me.id && world.links[id]);
  const rows = others.map((user) =>
    el(
      "li",
      {},
      el(
        "a",
        {
          class: "menu-row",
          href: world.links[user.id],
          target: "_blank",
          rel: "noopener",
          data: { testid: "person-link", userId: user.id },
        },
        avatar(user, "small"),
        userName(user),
        icon("link"),
      ),
    ),
  );
  return [el("h2", {}, "Open a tab as"), el("ul", {}, rows)];
}

function settings(world, notice) {
  const id = freshId("setting");
  const box = el("input", {
    type: "checkbox",
    id,
    role: "switch",
    class: "switch",
    checked: world.dmsAllowed,
    data: { testid: "allow-dms" },
  });
  box.addEventListener("change", async () => {
    try {
      await world.ask("dms", { allow: box.checked });
      world.dmsAllowed = box.checked;
    } catch (error) {
      box.checked = world.dmsAllowed;
      notice(error.message);
    }
  });
  return [
    el("h2", {}, "Settings"),
    el("label", { class: "menu-row", for: id }, "Let the bot write to me directly", box),
    language(world, notice),
    el("div", { class: "menu-row" }, "Dark or light", themeButton()),
  ];
}

/** A menu of Discord's languages; the bot answers in the chosen one from the next press on. */
function language(world, notice) {
  const id = freshId("language");
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  const box = el(
    "select",
    { id, data: { testid: "language" } },
    world.locales.map((locale) => el("option", { value: locale }, names.of(locale))),
  );
  box.value = world.locale;
  box.addEventListener("change", async () => {
    try {
      await world.setLocale(box.value);
    } catch (error) {
      box.value = world.locale;
      notice(error.message);
    }
  });
  return el("label", { class: "menu-row", for: id }, "Language of my Discord", box);
}
