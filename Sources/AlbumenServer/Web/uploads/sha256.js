/** SHA-256 of bytes that come in pieces. Browsers compute it only for bytes that are in memory all at once. */
export class Sha256 {
  #state = Int32Array.of(
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
  #words = new Int32Array(64);
  #rest = new Uint8Array(64);
  #restLength = 0;
  #length = 0;

  /** @param {Uint8Array} bytes */
  update(bytes) {
    this.#length += bytes.length;
    let position = 0;
    if (this.#restLength > 0) {
      position = Math.min(64 - this.#restLength, bytes.length);
      this.#rest.set(bytes.subarray(0, position), this.#restLength);
      this.#restLength += position;
      if (this.#restLength < 64) return;
      addBlocks(this.#state, this.#words, this.#rest, 0, 64);
    }
    const end = position + Math.floor((bytes.length - position) / 64) * 64;
    addBlocks(this.#state, this.#words, bytes, position, end);
    this.#rest.set(bytes.subarray(end));
    this.#restLength = bytes.length - end;
  }

  /** Returns the digest in hexadecimal digits. */
  finish() {
    const length = this.#length;
    const padding = new Uint8Array((this.#restLength < 56 ? 64 : 128) - this.#restLength);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(length / 0x2000_0000));
    view.setUint32(padding.length - 4, (length << 3) >>> 0);
    this.update(padding);
    return [...this.#state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }
}

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const constants = Int32Array.from(primes(64), (prime) => Math.floor((Math.cbrt(prime) % 1) * 0x1_0000_0000) | 0);

/**
 * Whole numbers of 32 bits alone make this fast.
 * @param {Int32Array} state
 * @param {Int32Array} words
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function addBlocks(state, words, bytes, start, end) {
  for (let at = start; at < end; at += 64) {
    for (let index = 0, place = at; index < 16; index += 1, place += 4) {
      words[index] = (bytes[place] << 24) | (bytes[place + 1] << 16) | (bytes[place + 2] << 8) | bytes[place + 3];
    }
    for (let index = 16; index < 64; index += 1) {
      const one = words[index - 15];
      const two = words[index - 2];
      const first = ((one >>> 7) | (one << 25)) ^ ((one >>> 18) | (one << 14)) ^ (one >>> 3);
      const second = ((two >>> 17) | (two << 15)) ^ ((two >>> 19) | (two << 13)) ^ (two >>> 10);
      words[index] = (words[index - 16] + first + words[index - 7] + second) | 0;
    }
    let a = state[0], b = state[1], c = state[2], d = state[3];
    let e = state[4], f = state[5], g = state[6], h = state[7];
    for (let index = 0; index < 64; index += 1) {
      const sum = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const one = (h + sum + ((e & f) ^ (~e & g)) + constants[index] + words[index]) | 0;
      const other = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const two = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
}

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}
