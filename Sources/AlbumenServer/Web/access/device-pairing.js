import { ask } from "../dialogs/dialogs.js";
import { ServerError } from "../server/server-connection.js";
import { visibleText } from "../questions/question-text.js";
import { button, element } from "../side-page/elements.js";
import { qrCode } from "./qr-code.js";
import { words } from "./words.js";

/** @typedef {API.Pairings["pairings"][number]} Pairing */

/** Adds a device: shows a link and its code, and then the digits of the device that has opened the link. */
export class DevicePairing {
  #library;
  #tell;
  /** @type {string | null} */
  #id = null;
  /** Whether the owner has answered, so that the device still asks for the answer. */
  #isAnswered = false;
  #body = element("div", "device-pairing");
  #link = element("div", "device-link");
  #question = element("div", "device-question");
  /** What is shown, so that other devices' attempts don't draw it again. */
  #shown = "";
  #isOpen = false;
  /** @type {(name: string | null) => void} */
  #done = () => {};

  /**
   * @param {Pick<import("../server/library.js").Library, "ask" | "change">} library
   * @param {(text: string) => void} tell reports a failure
   */
  constructor(library, tell) {
    this.#library = library;
    this.#tell = tell;
    this.#question.setAttribute("role", "alert");
    this.#body.append(this.#link, this.#question);
  }

  /** Adds a device, and returns its name; `null` if none was added. */
  async start() {
    if (this.#isOpen) return null;
    this.#isOpen = true;
    this.#shown = "";
    try {
      /** @type {API.OfferedPairing} */
      const { id, link, code } = await this.#library.change("POST", "/api/pairings", {});
      /** @type {API.Pairings} */
      const { fingerprint } = await this.#library.ask("/api/pairings");
      this.#id = id;
      this.#isAnswered = false;
      this.#question.replaceChildren();
      this.#link.replaceChildren(...linkParts(link, code, fingerprint));
      const name = await ask({
        title: words.addDeviceTitle, text: words.addDeviceText, cancel: words.cancel,
        draw: (/** @type {(name: string | null) => void} */ done) => {
          this.#done = done;
          return [this.#body];
        },
      });
      if (name === null && !this.#isAnswered) await this.#library.change("DELETE", `/api/pairings/${id}`);
      return name;
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#fail(error);
      return null;
    } finally {
      this.#id = null;
      this.#isOpen = false;
    }
  }

  /** Shows how far the pairing is. */
  async follow() {
    if (this.#id === null) return;
    try {
      /** @type {API.Pairings} */
      const { pairings } = await this.#library.ask("/api/pairings");
      this.#show(pairings.find(({ id }) => id === this.#id) ?? null);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#fail(error);
    }
  }

  /** @param {Pairing | null} pairing */
  #show(pairing) {
    const state = pairing?.state ?? "expired";
    if (state === "offered" || this.#shown === state) return;
    this.#shown = state;
    this.#link.replaceChildren();
    if (pairing !== null && state === "asking") {
      const name = pairing.name === "" ? words.unknownDevice : visibleText(pairing.name ?? "");
      const confirm = button(words.confirmDevice, () => this.#answer(pairing, true), "button");
      const buttons = element("div", "client-buttons");
      buttons.append(confirm, button(words.refuseDevice, () => this.#answer(pairing, false)));
      const number = element("output", "device-number", pairing.number ?? "");
      this.#question.replaceChildren(
        element("p", "", words.deviceShows(name, pairing.address ?? "")), number, element("p", "", words.compare), buttons,
      );
      // Not the button: a key that is pressed now must not confirm.
      number.tabIndex = -1;
      number.focus();
    } else if (pairing !== null && state === "confirmed") {
      this.#done(pairing.name ?? "");
    } else {
      this.#question.replaceChildren(
        element("p", "", state === "contested" ? words.contested : words.notAdded),
      );
    }
  }

  /**
   * @param {Pairing} pairing
   * @param {boolean} confirms
   */
  async #answer({ id, number, name }, confirms) {
    this.#isAnswered = true;
    try {
      await this.#library.change("POST", `/api/pairings/${id}`, { confirms, number });
      this.#done(confirms ? name ?? "" : null);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#isAnswered = false;
      await this.follow();
      this.#fail(error);
    }
  }

  /** @param {ServerError} error */
  #fail(error) {
    if (error.code !== "unreachable" && error.status !== 401) this.#tell(error.message);
  }
}

/**
 * @param {string} link
 * @param {API.OfferedPairing["code"]} code
 * @param {string | null} fingerprint
 */
function linkParts(link, code, fingerprint) {
  const field = element("input", "token-text");
  field.type = "text";
  field.readOnly = true;
  field.value = link;
  field.setAttribute("aria-label", words.deviceLink);
  field.addEventListener("focus", () => field.select());
  /** @type {Element[]} */
  const parts = [...(code === null ? [] : [qrCode(code, words.deviceCode)]), field];
  if (fingerprint !== null) {
    const print = element("p", "device-fingerprint", words.fingerprint);
    print.append(element("code", "", fingerprint));
    parts.push(print);
  }
  return parts;
}
