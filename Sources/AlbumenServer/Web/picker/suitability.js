const assetsAtOnce = 500;

/**
 * Why photos can't be chosen, as the server says. Photos near the window are asked about together.
 *
 * Event: `change` when more is known.
 */
export class Suitability extends EventTarget {
  #requests;
  /**
   * The reason of each photo that was asked about; `null` if it can be chosen.
   * @type {Map<string, string | null>}
   */
  #reasons = new Map();
  /** @type {Set<string>} */
  #wanted = new Set();
  #isAsking = false;

  /** @param {Pick<import("./pick-requests.js").PickRequests, "eligibility">} requests */
  constructor(requests) {
    super();
    this.#requests = requests;
  }

  /**
   * Returns why a photo can't be chosen; `undefined` if it can, or if that isn't known.
   * @param {string} identifier
   */
  obstacle(identifier) {
    return this.#reasons.get(identifier) ?? undefined;
  }

  /**
   * Asks about photos that are about to be shown. A failure is forgotten: the photos are asked about again later.
   * @param {Iterable<string>} identifiers
   */
  async want(identifiers) {
    for (const identifier of identifiers) if (!this.#reasons.has(identifier)) this.#wanted.add(identifier);
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#wanted.size > 0) {
        const part = [...this.#wanted].slice(0, assetsAtOnce);
        for (const identifier of part) this.#wanted.delete(identifier);
        await this.#ask(part);
      }
    } finally {
      this.#isAsking = false;
    }
  }

  /**
   * Returns those photos that can be chosen.
   * @param {readonly string[]} identifiers
   * @param {AbortSignal} signal
   */
  async suitable(identifiers, signal) {
    const unknown = identifiers.filter((identifier) => !this.#reasons.has(identifier));
    for (let first = 0; first < unknown.length; first += assetsAtOnce) {
      await this.#ask(unknown.slice(first, first + assetsAtOnce), signal);
    }
    return identifiers.filter((identifier) => this.obstacle(identifier) === undefined);
  }

  /**
   * @param {readonly string[]} identifiers
   * @param {AbortSignal} [signal]
   */
  async #ask(identifiers, signal) {
    const answer = await this.#requests.eligibility(identifiers, signal);
    for (const identifier of identifiers) this.#reasons.set(identifier, answer[identifier]?.message ?? null);
    this.dispatchEvent(new Event("change"));
  }
}
