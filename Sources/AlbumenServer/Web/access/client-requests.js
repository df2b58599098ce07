/**
 * An app that has asked for access to the library.
 * @typedef {API.Client} Client
 */

/** @typedef {Client["access"]} Access */

/**
 * Photos that a requester has picked without access to the library.
 * @typedef {API.ConfirmedPick} ConfirmedPick
 */

/** @typedef {API.AssetPart["assets"][number]} ChosenAsset */

/**
 * A part of the photos that a client sees.
 * @typedef {API.AssetPart} ChosenPart
 */

/** The requests about the apps that see photos. Every request fails with a `ServerError`. */
export class ClientRequests {
  #library;

  /** @param {import("../server/library.js").Library} library */
  constructor(library) {
    this.#library = library;
  }

  /**
   * Returns all apps, and the picks of requesters that are no apps.
   * @returns {Promise<API.Clients>}
   */
  list() {
    return this.#library.ask("/api/clients");
  }

  /**
   * Returns the next of the photos that an app sees because the owner chose them.
   * @param {string} client
   * @param {string | null} after the end of the part before; `null` for the first part
   * @param {number} count at most 500
   * @returns {Promise<ChosenPart>}
   */
  chosen(client, after, count) {
    return this.#library.ask(`${clientAddress(client)}/assets?${partQuery(after, count)}`);
  }

  /**
   * Returns the next of the photos in a pick that still exist.
   * @param {number} pick
   * @param {string | null} after
   * @param {number} count
   * @returns {Promise<ChosenPart>}
   */
  picked(pick, after, count) {
    return this.#library.ask(`/api/remembered/${pick}/assets?${partQuery(after, count)}`);
  }

  /**
   * Changes what an app may do. Without access, its token ends.
   * @param {string} client
   * @param {Access} access
   * @returns {Promise<Client>}
   */
  setAccess(client, access) {
    return this.#library.change("PATCH", clientAddress(client), { access });
  }

  /**
   * Opens a session of the picker in which the owner edits the app's photos, and returns its number.
   * @param {string} client
   * @returns {Promise<string>}
   */
  async choose(client) {
    /** @type {API.PickNumber} */
    const answer = await this.#library.change("POST", `${clientAddress(client)}/choose`, {});
    return answer.number;
  }

  /**
   * Takes photos away from an app.
   * @param {string} client
   * @param {readonly string[]} assets at most 10,000
   */
  deselect(client, assets) {
    return this.#library.change("POST", `${clientAddress(client)}/deselect`, { assets });
  }

  /**
   * Creates a token in place of the app's former one. The server doesn't show it again.
   * @param {string} client
   * @returns {Promise<string>}
   */
  async makeToken(client) {
    /** @type {API.ClientToken} */
    const answer = await this.#library.change("POST", `${clientAddress(client)}/token`, {});
    return answer.token;
  }

  /** @param {string} client */
  endToken(client) {
    return this.#library.change("DELETE", `${clientAddress(client)}/token`);
  }
}

/** @param {string} client */
function clientAddress(client) {
  return `/api/clients/${encodeURIComponent(client)}`;
}

/**
 * @param {string | null} after
 * @param {number} count
 */
function partQuery(after, count) {
  return after === null ? `count=${count}` : `count=${count}&after=${encodeURIComponent(after)}`;
}
