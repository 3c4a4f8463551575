// Pictures and files, in attachments, embeds and components alike.

import { button, el, freshId, safeUrl } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { openViewer } from "../viewer.js";

const IMAGE_NAME = /\.(png|jpe?g|gif|webp|avif|bmp|svg)$/i;
const WIDEST = 560; // CSS pixels of a picture in a message
const HIGHEST = 440;
const WIDE = 360; // real pixels from which a picture fills the width of a phone
const SIZES = ["bytes", "KB", "MB", "GB"];

export function isImage({ content_type: type, filename, url }) {
  if (type) return type.startsWith("image/");
  return IMAGE_NAME.test(filename ?? new URL(url, location.href).pathname);
}

/** "1.5 MB" for a number of bytes. */
export function fileSize(bytes) {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < SIZES.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit && size < 100 ? size.toFixed(1) : Math.round(size)} ${SIZES[unit]}`;
}

/** The address of `attachment://name` in its message, or the address as it is. */
export function mediaUrl(media, message) {
  const url = media?.url ?? "";
  if (!url.startsWith("attachment://")) return url;
  const name = url.slice("attachment://".length);
  return message.attachments?.find(({ filename }) => filename === name)?.url ?? "";
}

/** What a picture of a component or embed says of itself, filled up from its attachment. */
export function describe(media, message, description = null) {
  const url = mediaUrl(media, message);
  const file = message.attachments?.find((attachment) => sameFile(attachment.url, url));
  return {
    url,
    alt: description ?? media?.description ?? file?.description ?? "",
    width: media?.width || file?.width || null,
    height: media?.height || file?.height || null,
  };
}

export function sameFile(one, other) {
  return Boolean(one && other) && one.split("?")[0] === other.split("?")[0];
}

/** The size at which a picture is shown, so that its room is kept while it loads. */
function fitted({ width, height }) {
  if (!width || !height) return {};
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A picture that opens large, with an ALT badge where somebody described it. */
export function picture(shown, { gallery = [shown], place = 0, className = "" } = {}) {
  const { url, alt } = shown;
  const size = fitted(shown);
  const image = el("img", { src: safeUrl(url), alt, ...size, data: { testid: "picture" } });
  const open = button(
    {
      class: "picture-open",
      title: "Enlarge",
      "aria-label": alt ? null : "Enlarge picture",
      on: { click: () => openViewer(gallery, place) },
    },
    image,
  );
  const wide = (shown.width ?? WIDEST) >= WIDE ? "wide" : "";
  return el("div", { class: `picture ${wide} ${className}` }, open, alt ? altBadge(alt) : null);
}

/** The badge that shows the description to those who see the picture. */
function altBadge(alt) {
  const id = freshId("alt");
  const words = el("div", { class: "alt-words", id, hidden: true }, alt);
  const badge = button(
    {
      class: "alt-badge",
      "aria-label": "Show the picture's description",
      "aria-expanded": "false",
      "aria-controls": id,
      data: { testid: "alt-badge" },
      on: {
        click: () => {
          words.hidden = !words.hidden;
          badge.setAttribute("aria-expanded", String(!words.hidden));
        },
      },
    },
    "ALT",
  );
  return [badge, words];
}

/** One picture, or a grid of several that open as one gallery. */
export function pictures(list) {
  if (!list.length) return null;
  const nodes = list.map((shown, place) => picture(shown, { gallery: list, place }));
  return el("div", { class: "pictures", data: { count: Math.min(list.length, 4) } }, nodes);
}

export function fileCard({ url, filename, size }) {
  const href = safeUrl(url);
  return el(
    "div",
    { class: "file-card" },
    icon("file"),
    el(
      "div",
      { class: "file-words" },
      el("a", { href, download: filename, target: "_blank", rel: "noopener" }, filename),
      size ? el("span", { class: "file-size" }, fileSize(size)) : null,
    ),
  );
}

/** Attachments of a message that no embed and no component shows already. */
export function attachments(message) {
  const inEmbeds = (message.embeds ?? []).flatMap(({ image, thumbnail }) => [image, thumbnail]);
  const left = (message.attachments ?? []).filter(
    ({ url }) => !inEmbeds.some((media) => sameFile(mediaUrl(media, message), url)),
  );
  const images = left.filter(isImage).map((file) => describe(file, message, file.description));
  const files = left.filter((file) => !isImage(file)).map(fileCard);
  return [pictures(images), files];
}
