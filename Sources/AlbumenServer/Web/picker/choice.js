import { Selection } from "../editing/selection.js";
import { ServerError } from "../server/server-connection.js";
import { words } from "./words.js";

/** @typedef {import("./pick-requests.js").Pick} Pick */

/**
 * The photos that the reader has chosen. The server decides whether a choice is valid: each change is sent, one at a
 * time, and the page returns to the server's choice if the server refuses it.
 *
 * Events: `change` when the choice or the pick is another; `refuse` ({text}) when something could not be chosen;
 * `error` ({error}) when the pick can't go on.
 */
export class Choice extends EventTarget {
  #requests;
  #suitability;
  /** @type {Pick} */
  #pick;
  /**
   * What the server has.
   * @type {readonly string[]}
   */
  #confirmed;
  /**
   * The details that the reader leaves out, and those that the server knows of.
   * @type {readonly import("./pick-requests.js").Detail[]}
   */
  #removes;
  /** @type {readonly import("./pick-requests.js").Detail[]} */
  #confirmedRemoves;
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {Promise<boolean> | null} */
  #sending = null;
  /** Whether the choice that is sent next is confirmed by the reader. */
  #isConfirming = false;
  /** Whether the selection is being set to the server's, which nothing limits. */
  #isAdopting = false;
  #selection;

  /**
   * @param {import("./pick-requests.js").PickRequests} requests
   * @param {import("./suitability.js").Suitability} suitability
   * @param {Pick} pick
   */
  constructor(requests, suitability, pick) {
    super();
    this.#requests = requests;
    this.#suitability = suitability;
    this.#pick = pick;
    this.#confirmed = pick.chosen;
    this.#removes = pick.removes;
    this.#confirmedRemoves = pick.removes;
    this.#selection = new Selection((wanted, before) => this.#admitted(wanted, before));
    this.#selection.addEventListener("change", () => this.#changed());
    this.#adopt(pick.chosen);
  }

  /** The chosen photos, which the grid selects. */
  get selection() {
    return this.#selection;
  }

  get pick() {
    return this.#pick;
  }

  /** The details that the app doesn't get. */
  get removes() {
    return this.#removes;
  }

  set removes(removes) {
    this.#removes = removes;
    this.#changed();
  }

  get isOrdered() {
    return this.#pick.selection === "ordered" || this.#pick.selection === "continuousAndOrdered";
  }

  get isContinuous() {
    return this.#pick.selection === "continuous" || this.#pick.selection === "continuousAndOrdered";
  }

  /**
   * Whether the first photo that the reader presses ends choosing. Pages and apps that have changed their request could
   * lead the reader to a press.
   */
  get endsAtOnce() {
    const { limit, requester, requestChanges } = this.#pick;
    return limit === 1 && !this.isContinuous && requester.kind !== "origin" && requestChanges === 0;
  }

  /**
   * Returns the number of a chosen photo; `undefined` if the order doesn't matter.
   * @param {string} identifier
   */
  number(identifier) {
    return this.isOrdered ? this.#numbers.get(identifier) : undefined;
  }

  /**
   * Takes another version of the pick, which the app or another answer changed. Changes of the reader that the server
   * doesn't have yet are made again.
   * @param {Pick} pick
   */
  take(pick) {
    if (pick.revision <= this.#pick.revision) return;
    const chosen = rebased(this.#selection.identifiers, this.#confirmed, pick.chosen);
    this.#pick = pick;
    this.#confirmed = pick.chosen;
    this.#adopt(chosen);
    // The limit may be lower than before. Photos that were chosen before stay, as the server keeps them.
    this.#changed();
  }

  /**
   * Waits until the server has the choice.
   * @returns {Promise<boolean>} `false` if it refused the last change
   */
  async settle() {
    return this.#sending ?? true;
  }

  /** Lets the app receive the choice now, and each change from then on, unless it has just changed its request. */
  async confirm() {
    const { requestChanges } = this.#pick;
    if (!await this.settle()) return;
    if (this.#pick.requestChanges !== requestChanges) {
      this.#refuse(words.changedMeanwhile);
      return;
    }
    this.#isConfirming = true;
    this.#changed();
    await this.settle();
  }

  /** Sends the choice until the server has it. */
  #changed() {
    this.#numbers = new Map(this.#selection.identifiers.map((identifier, index) => [identifier, index + 1]));
    this.dispatchEvent(new Event("change"));
    if (this.#isConfirmed) return;
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
  }

  /** Whether the server has what the reader has chosen. */
  get #isConfirmed() {
    return !this.#isConfirming && isSame(this.#selection.identifiers, this.#confirmed)
      && isSame(this.#removes, this.#confirmedRemoves);
  }

  async #send() {
    let isAccepted = true;
    for (;;) {
      if (this.#isConfirmed) return isAccepted;
      const [wanted, removes, confirms] = [this.#selection.identifiers, this.#removes, this.#isConfirming];
      // After a conflict, the reader hasn't confirmed the choice that is sent then.
      this.#isConfirming = false;
      try {
        const pick = await this.#requests.choose(this.#pick.revision, wanted, removes, confirms);
        this.#confirmed = wanted;
        this.#confirmedRemoves = removes;
        this.take(pick);
        isAccepted = true;
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        if (confirms && error.status === 409) this.#refuse(words.changedMeanwhile);
        if (!await this.#recover(error)) return false;
        // The server keeps its choice after a refusal. After a conflict, it gets the choice again.
        isAccepted = error.status === 409;
      }
    }
  }

  /**
   * @param {ServerError} error
   * @returns {Promise<boolean>} whether the choice can be sent again
   */
  async #recover(error) {
    if (error.status === 422) {
      this.#refuse(error.message);
      this.#adopt(this.#confirmed);
      this.#changed();
      return true;
    }
    if (error.status === 409) {
      try {
        this.take(await this.#requests.read());
        return true;
      } catch (second) {
        if (!(second instanceof ServerError)) throw second;
        return this.#fail(second);
      }
    }
    return this.#fail(error);
  }

  /** @param {ServerError} error */
  #fail(error) {
    this.#removes = this.#confirmedRemoves;
    this.#adopt(this.#confirmed);
    this.#changed();
    this.dispatchEvent(new CustomEvent("error", { detail: { error } }));
    return false;
  }

  /** @param {readonly string[]} identifiers */
  #adopt(identifiers) {
    this.#isAdopting = true;
    this.#selection.replace(identifiers);
    this.#isAdopting = false;
  }

  /**
   * Returns the photos that can be chosen: those that were, and others that qualify, as far as the limit allows.
   * @param {Set<string>} wanted
   * @param {ReadonlySet<string>} before
   */
  #admitted(wanted, before) {
    if (this.#isAdopting) return wanted;
    const { limit } = this.#pick;
    const added = [...wanted].filter((identifier) => !before.has(identifier));
    const obstacles = added.map((identifier) => this.#suitability.obstacle(identifier));
    const obstacle = obstacles.find((each) => each !== undefined);
    if (obstacle !== undefined) this.#refuse(obstacle);
    for (const [index, identifier] of added.entries()) if (obstacles[index] !== undefined) wanted.delete(identifier);
    if (limit === 0 || wanted.size <= limit) return wanted;
    // One photo replaces the other. Otherwise, those that are too many stay out.
    if (limit === 1) return new Set([...wanted].slice(-1));
    const kept = new Set(wanted);
    for (const identifier of added.toReversed()) {
      if (kept.size <= limit) break;
      kept.delete(identifier);
    }
    if (kept.size < wanted.size) this.#refuse(words.limit(limit));
    return kept;
  }

  /** @param {string} text */
  #refuse(text) {
    this.dispatchEvent(new CustomEvent("refuse", { detail: { text } }));
  }
}

/**
 * Makes the reader's changes of one list in another.
 * @param {readonly string[]} wanted
 * @param {readonly string[]} before the list that the reader changed
 * @param {readonly string[]} now
 */
function rebased(wanted, before, now) {
  if (isSame(wanted, before)) return [...now];
  const [wantedSet, beforeSet, nowSet] = [new Set(wanted), new Set(before), new Set(now)];
  // The same photos in another order: the reader has moved one.
  if (isSame([...wantedSet].toSorted(), [...nowSet].toSorted())) return [...wanted];
  const kept = now.filter((identifier) => wantedSet.has(identifier) || !beforeSet.has(identifier));
  return [...kept, ...wanted.filter((identifier) => !beforeSet.has(identifier) && !nowSet.has(identifier))];
}

/**
 * @param {readonly string[]} one
 * @param {readonly string[]} other
 */
function isSame(one, other) {
  return one.length === other.length && one.every((identifier, index) => identifier === other[index]);
}
