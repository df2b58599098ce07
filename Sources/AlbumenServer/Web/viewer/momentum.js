/** The time in which the speed falls to a third, in milliseconds. */
const pace = 260;

/** The speed at which the motion ends, in CSS pixels a millisecond. */
const leastSpeed = 0.03;

/** Lets something move on after a finger has let it go, slower and slower. */
export class Momentum {
  #move;
  #frame = 0;

  /** @param {(x: number, y: number) => void} move by a distance in CSS pixels */
  constructor(move) {
    this.#move = move;
  }

  /**
   * @param {{ x: number, y: number }} velocity in CSS pixels a millisecond
   */
  start(velocity) {
    this.stop();
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.#run(velocity, performance.now());
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /**
   * @param {{ x: number, y: number }} velocity
   * @param {number} before
   */
  #run(velocity, before) {
    if (Math.hypot(velocity.x, velocity.y) < leastSpeed) return;
    this.#frame = requestAnimationFrame((now) => {
      const time = Math.min(50, Math.max(1, now - before));
      const share = Math.exp(-time / pace);
      this.#move(velocity.x * time, velocity.y * time);
      this.#run({ x: velocity.x * share, y: velocity.y * share }, now);
    });
  }
}
