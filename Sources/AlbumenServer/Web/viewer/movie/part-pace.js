/** A part that takes longer than this fraction of its playing time keeps the machine too busy. */
const busyShare = 0.85;

/**
 * Chooses the form of the parts of a video: fewer lines if the machine can't keep up.
 *
 * The forms go from the best to the smallest. The choice never goes back, because changing the number of lines is
 * visible.
 */
export class PartPace {
  #forms;
  #index = 0;

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
    this.#index += 1;
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
    if (form !== this.form || elapsed <= played * busyShare) return;
    // The work grows with the number of pixels, which is about halved by each step.
    const steps = elapsed > played * 2 * busyShare ? 2 : 1;
    this.#index = Math.min(this.#forms.length - 1, this.#index + steps);
  }
}
