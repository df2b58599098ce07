/** The time over which the speed is measured, in milliseconds. */
const span = 90;

/** Where a pointer was lately, for its speed when it is lifted. */
export class PointerTrail {
  /** @type {{ x: number, y: number, time: number }[]} */
  #points = [];

  /** @param {{ clientX: number, clientY: number, timeStamp: number }} [event] where the pointer begins */
  constructor(event) {
    if (event) this.add(event);
  }

  /** @param {{ clientX: number, clientY: number, timeStamp: number }} event */
  add({ clientX, clientY, timeStamp }) {
    this.#points.push({ x: clientX, y: clientY, time: timeStamp });
    while (this.#points.length > 2 && this.#points[0].time < timeStamp - span) this.#points.shift();
  }

  /** The speed in CSS pixels a millisecond; 0 for a pointer that rested before it was lifted. */
  get velocity() {
    const [first, last] = [this.#points.at(0), this.#points.at(-1)];
    if (!first || !last || last.time - first.time < 1) return { x: 0, y: 0 };
    const time = last.time - first.time;
    return { x: (last.x - first.x) / time, y: (last.y - first.y) / time };
  }
}
