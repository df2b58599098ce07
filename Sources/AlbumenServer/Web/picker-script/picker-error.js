/**
 * Why photos could not be chosen. Cancelling is no error: then `pick` resolves with no photos.
 *
 * Codes: `serverAbsent` if no server answers; `denied` if the browser doesn't let the page connect to the library;
 * `blocked` if it blocked the window of `connect`; `insecurePage` if the page isn't loaded over https;
 * `expired` if the request is too old; the server's own code for all others, for example for an invalid option.
 */
export class PickerError extends Error {
  /**
   * @param {string} code
   * @param {string} message for people
   * @param {string | null} [field] the option that the server refused
   */
  constructor(code, message, field = null) {
    super(message);
    this.name = "PickerError";
    this.code = code;
    this.field = field;
  }
}
