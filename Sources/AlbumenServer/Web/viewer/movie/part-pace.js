/** A part that takes longer than this fraction of its playing time keeps the machine too busy. */
const busyShare = 0.85;
/** The part of each request's time that doesn't grow with the part, in seconds. */
const requestTime = 0.1;
/** How many seconds of the video the choice is based on. A shorter part says little about the machine. */
const judgedTime = 1;

/**
 * Chooses the form of the parts of a video: fewer lines if the machine can't keep up.
 *
 * The forms go from the best to the smallest. The choice never goes back, because changing the number of lines is
 * visible.
 */
export class PartPace {
  #forms;
  #index = 0;
  /** The seconds that parts of the current form took, and how long they play. */
  #total = { elapsed: 0, played: 0 };

  /** @param {readonly string[]} forms at least one, the best one first */
  constructor(forms) {
    this.#forms = forms;
  }

  /** The form of the next part. */
  get form() {
    return this.#forms[this.#index];
  }

  /**
   * Chooses the next form, if there is one.
   * @returns {boolean} whether there is one
   */
  reduce() {
    if (this.#index === this.#forms.length - 1) return false;
    this.#choose(this.#index + 1);
    return true;
  }

  /**
   * Takes a finished part into account.
   * @param {object} part
   * @param {string} part.form
   * @param {number} part.elapsed how long it took to get, in seconds
   * @param {number} part.played how long it plays, in seconds
   */
  note({ form, elapsed, played }) {
    if (form !== this.form) return;
    const total = this.#total;
    total.elapsed += Math.max(0, elapsed - requestTime);
    total.played += played;
    if (total.played < judgedTime) return;
    this.#total = { elapsed: 0, played: 0 };
    if (total.elapsed <= total.played * busyShare) return;
    // The work grows with the number of pixels, which is about halved by each step.
    this.#choose(this.#index + (total.elapsed > total.played * 2 * busyShare ? 2 : 1));
  }

  /** @param {number} index */
  #choose(index) {
    this.#index = Math.min(this.#forms.length - 1, index);
    this.#total = { elapsed: 0, played: 0 };
  }
}
