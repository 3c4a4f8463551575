// A tab begins here: one person, one socket, one world.

import { el } from "./core/dom.js";
import { speakTimesIn } from "./core/time.js";
import { Pending } from "./core/pending.js";
import { Socket } from "./core/socket.js";
import { World } from "./core/world.js";
import { Interactions } from "./components/interactions.js";
import { Modal } from "./forms/modal.js";
import { keepTimesTrue } from "./markdown/render.js";
import { MessageList } from "./messages/list.js";
import { Menus } from "./messages/menus.js";
import { announcer, keepTitle } from "./shell/notices.js";
import { buildShell } from "./shell/shell.js";
import { applyTheme } from "./shell/theme.js";
import { Composer } from "./slash/composer.js";

const query = new URLSearchParams(location.search);

function start() {
  applyTheme();
  if (!query.get("as") || !query.get("key")) {
    document.body.append(
      el(
        "p",
        { class: "no-link" },
        "Open one of the links that the playground printed: each is a person.",
      ),
    );
    return;
  }
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new Socket(`${scheme}://${location.host}/page/socket${location.search}`);
  const world = new World(socket);
  for (const name of ["ready", "locale"]) world.on(name, () => speakTimesIn(world.locale));
  const pending = new Pending(world);
  const voice = announcer(world);
  let list = null;
  const interactions = new Interactions(world, pending, (id) => list.showState(id));
  list = new MessageList(world, interactions, voice);
  const composer = new Composer(world, pending, (sentence) => list.notice(sentence));
  const menus = new Menus(world, pending, (sentence) => list.notice(sentence));
  const actions = makeActions(world, list);
  document.body.append(buildShell(world, { list, composer, announcer: voice, actions }), menus.node);
  keepTitle(world);
  keepTimesTrue();
  openModals(world, pending);
  followMentions(world, composer, actions);
  followMessageLinks(world, list, actions);
  openWhereWeWere(world, actions);
  socket.open();
}

function makeActions(world, list) {
  const said = (promise) => promise.catch((error) => list.notice(error.message));
  const open = (id) => {
    history.replaceState(null, "", `#${id}`);
    return said(world.open(id));
  };
  return {
    open,
    openFirst: (channels) => {
      const unread = channels.find(({ id }) => world.unread.has(id));
      const first = unread ?? channels[0];
      if (first) open(first.id);
    },
    message: (user) => said(world.openDm(user.id).then((channel) => open(channel.id))),
  };
}

/** The channel in the address, or else the first one; after a cut, where one was. */
function openWhereWeWere(world, actions) {
  world.on("ready", () => {
    if (world.channels.has(world.current)) return;
    const wanted = location.hash.slice(1);
    const first = world.channels.has(wanted) ? wanted : world.textChannels()[0]?.id;
    if (first) actions.open(first);
  });
}

function openModals(world, pending) {
  let modal = null;
  world.on("modal", (data) => {
    modal?.close();
    modal = new Modal(world, pending, data);
  });
}

const MESSAGE_LINK = /^https:\/\/discord\.com\/channels\/[^/]+\/(\d+)(?:\/(\d+))?$/;

/** Links to a channel or a message lead there in this tab, as they do in Discord. */
function followMessageLinks(world, list, actions) {
  document.addEventListener("click", async (event) => {
    const href = event.target.closest?.("a[href]")?.href;
    const [, channel, message] = href?.match(MESSAGE_LINK) ?? [];
    if (!channel) return;
    event.preventDefault();
    if (!world.channels.has(channel)) list.notice("You do not see that channel.");
    else {
      if (channel !== world.current) await actions.open(channel);
      if (message && !list.goTo(message)) list.notice("That message is gone, or further up.");
    }
  });
}

/** Channel mentions lead to their channel, command mentions start the command. */
function followMentions(world, composer, actions) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-channel-link], [data-command]");
    if (!link) return;
    if (link.dataset.channelLink) actions.open(link.dataset.channelLink);
    else composer.startWith(`/${link.dataset.command} `);
  });
}

start();
