// The frame of the page: left side (a drawer on phones), messages, members.

import { button, el } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { channelName, isDm } from "../core/names.js";
import { channelList, serverBar } from "./channels.js";
import { memberList } from "./members.js";
import { banners, typingLine } from "./notices.js";
import { ownPanel } from "./people.js";
import { themeButton } from "./theme.js";

const MEMBERS_KEY = "members";

/** Puts the whole page together. `parts` are {list, composer, announcer, actions}. */
export function buildShell(world, { list, composer, announcer, actions }) {
  const notice = (sentence) => list.notice(sentence);
  const left = el(
    "div",
    { class: "left", id: "left" },
    serverBar(world, actions),
    el("div", { class: "sidebar" }, channelList(world, actions), ownPanel(world, notice)),
  );
  const veil = button({ class: "veil", "aria-label": "Close the channel list", tabindex: "-1" });
  const members = memberList(world, actions);
  const app = el("div", { class: "app" }, left, veil);
  const drawer = (open) => setDrawer(app, left, open);
  veil.addEventListener("click", () => drawer(false));
  app.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && app.classList.contains("drawer-open")) drawer(false);
  });
  const middle = el(
    "main",
    { class: "middle" },
    header(world, app, drawer),
    banners(world),
    list.node,
    typingLine(world),
    composer.node,
    announcer.node,
  );
  app.append(middle, members);
  if (localStorage.getItem(MEMBERS_KEY) === "off") app.classList.add("no-members");
  world.on("opened", () => drawer(false));
  matchMedia("(max-width: 720px)").addEventListener("change", () => drawer(false));
  drawer(false);
  return app;
}

/** On a phone the left side is out of reach while it is closed, for the keyboard too. */
function setDrawer(app, left, open) {
  const phone = matchMedia("(max-width: 720px)").matches;
  app.classList.toggle("drawer-open", phone && open);
  left.inert = phone && !open;
  const opener = app.querySelector(".drawer-button");
  opener?.setAttribute("aria-expanded", String(open));
  if (phone && open) left.querySelector(".channel.current, button")?.focus();
}

function header(world, app, drawer) {
  const menu = button(
    {
      class: "icon-button drawer-button",
      "aria-label": "Channels",
      "aria-controls": "left",
      "aria-expanded": "false",
      data: { testid: "drawer" },
      on: { click: () => drawer(true) },
    },
    icon("menu"),
  );
  const title = el("div", { class: "title" });
  const draw = () => {
    const channel = world.channels.get(world.current);
    if (!channel) return;
    const name = channelName(channel, world.me);
    title.replaceChildren(
      icon(isDm(channel) ? "at" : "hash"),
      el("h2", { data: { testid: "channel-title" } }, name),
      el("span", { class: "topic", title: channel.topic ?? "" }, channel.topic ?? ""),
    );
    const others = [...world.unread].filter(([id]) => id !== world.current);
    menu.classList.toggle("has-news", others.some(([, { mentions }]) => mentions));
  };
  for (const name of ["ready", "opened", "channels", "unread"]) world.on(name, draw);
  return el("header", { class: "top" }, menu, title, themeButton(), membersButton(app));
}

function membersButton(app) {
  const made = button({
    class: "icon-button",
    "aria-label": "Member list",
    title: "Member list",
    "aria-controls": "members",
    data: { testid: "members-button" },
  }, icon("people"));
  made.addEventListener("click", () => {
    const narrow = matchMedia("(max-width: 1000px)").matches;
    if (narrow) app.classList.toggle("members-open");
    else {
      const off = app.classList.toggle("no-members");
      localStorage.setItem(MEMBERS_KEY, off ? "off" : "on");
    }
  });
  return made;
}
