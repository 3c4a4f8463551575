// The line to the server: questions with answers, news, and coming back after a cut.

const FIRST_WAIT = 300; // milliseconds before the first attempt to come back
const LONGEST_WAIT = 5000;

/**
 * Tells "up" when the line stands, "down" when it was cut, "news" with {t, d} as detail.
 * It keeps trying to come back for as long as the tab lives.
 */
export class Socket extends EventTarget {
  #address;
  #line = null;
  #lastNumber = 0;
  #asked = new Map();
  #wait = FIRST_WAIT;

  constructor(address) {
    super();
    this.#address = address;
  }

  open() {
    const line = new WebSocket(this.#address);
    this.#line = line;
    line.addEventListener("open", () => {
      this.#wait = FIRST_WAIT;
      this.dispatchEvent(new CustomEvent("up"));
    });
    line.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    line.addEventListener("close", () => this.#lost());
  }

  /** The answer's `d`. Rejects with the server's sentence, or with ours if the line is cut. */
  ask(op, d = {}) {
    if (this.#line?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error("There is no connection to the playground right now."));
    }
    this.#lastNumber += 1;
    const n = this.#lastNumber;
    return new Promise((resolve, reject) => {
      this.#asked.set(n, { resolve, reject });
      this.#line.send(JSON.stringify({ n, op, d }));
    });
  }

  #hear(said) {
    if (said.re === undefined || said.re === null) {
      this.dispatchEvent(new CustomEvent("news", { detail: said }));
      return;
    }
    const asked = this.#asked.get(said.re);
    this.#asked.delete(said.re);
    if (said.ok) asked?.resolve(said.d ?? {});
    else asked?.reject(new Error(said.error ?? "The playground refused without a reason."));
  }

  #lost() {
    for (const { reject } of this.#asked.values()) {
      reject(new Error("The connection was cut before an answer came."));
    }
    this.#asked.clear();
    this.dispatchEvent(new CustomEvent("down"));
    setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }
}
