// Where a popup stands: under its anchor, or above it where there is more room.

const GAP = 4;
const EDGE = 8;

/** Places a popup of fixed position beside its anchor; on a phone it rises from below by CSS. */
export function place(popup, anchor) {
  const box = anchor.getBoundingClientRect();
  const under = innerHeight - box.bottom - GAP - EDGE;
  const over = box.top - GAP - EDGE;
  const up = under < Math.min(popup.scrollHeight, 320) && over > under;
  const width = Math.max(box.width, 220);
  const left = Math.min(Math.max(box.left, EDGE), innerWidth - width - EDGE);
  const { style } = popup;
  style.setProperty("--popup-left", `${left}px`);
  style.setProperty("--popup-width", `${width}px`);
  style.setProperty("--popup-room", `${Math.max(120, Math.min(up ? over : under, 360))}px`);
  style.setProperty("--popup-top", up ? "auto" : `${box.bottom + GAP}px`);
  style.setProperty("--popup-bottom", up ? `${innerHeight - box.top + GAP}px` : "auto");
}
