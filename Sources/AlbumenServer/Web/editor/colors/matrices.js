/** @typedef {number[][]} Matrix three rows of three numbers */

/** @type {Matrix} */
export const identity = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/**
 * @param {Matrix} left
 * @param {Matrix} right
 * @returns {Matrix}
 */
export function product(left, right) {
  return left.map((row) => [0, 1, 2].map((column) => row.reduce((sum, each, at) => sum + each * right[at][column], 0)));
}

/**
 * Returns the inverse of a matrix that has one.
 * @param {Matrix} matrix
 * @returns {Matrix}
 */
export function inverse(matrix) {
  const minor = (/** @type {number} */ row, /** @type {number} */ column) => {
    const [r1, r2, c1, c2] = [(row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3];
    return matrix[r1][c1] * matrix[r2][c2] - matrix[r1][c2] * matrix[r2][c1];
  };
  const determinant = [0, 1, 2].reduce((sum, column) => sum + matrix[0][column] * minor(0, column), 0);
  return [0, 1, 2].map((row) => [0, 1, 2].map((column) => minor(column, row) / determinant));
}

/**
 * Returns the matrix that mixes a color and the result of another matrix.
 * @param {Matrix} matrix
 * @param {number} share of the matrix
 * @returns {Matrix}
 */
export function mixed(matrix, share) {
  return matrix.map((row, at) => row.map((each, column) => each * share + (at === column ? 1 - share : 0)));
}

/**
 * @param {Matrix} matrix
 * @param {number} factor
 * @returns {Matrix}
 */
export function multiplied(matrix, factor) {
  return matrix.map((row) => row.map((each) => each * factor));
}
