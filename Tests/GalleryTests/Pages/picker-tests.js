import { parseAddress, libraryAlbum, printAddress } from "/web/address/page-history.js";
import { Choice } from "/web/picker/choice.js";
import { endingFor, endingOf } from "/web/picker/ending.js";
import { requesterText } from "/web/picker/request-card.js";
import { Suitability } from "/web/picker/suitability.js";
import { Selection } from "/web/editing/selection.js";
import { Library } from "/web/server/library.js";
import { ServerError } from "/web/server/server-connection.js";

function assert(condition, message) {
  if (!condition) throw new Error(message);
}

function assertEqual(found, expected, subject) {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${subject}: ${left} instead of ${right}`);
}

const asset = "421C93B7-0D2B-4F47-9C2D-0A6B8E3E7F11";
const unlimited = {
  number: "N", limit: 0, selection: "ordered", removes: [], revision: 1, state: "open", chosen: [], initial: null,
  requester: { kind: "process", origin: null, user: null, program: null }, requestChanges: 0, needsConfirmation: false,
};
const page = { kind: "origin", origin: "https://a.example", user: null, program: null };

/** A server whose pick a test changes. */
class FakeRequests {
  sent = [];
  asked = [];
  refusal = null;

  constructor(pick = {}, unsuitable = []) {
    this.pick = { ...unlimited, ...pick };
    this.unsuitable = new Set(unsuitable);
  }

  /** Changes the pick as an app does. */
  change(values) {
    this.pick = { ...this.pick, ...values, revision: this.pick.revision + 1 };
  }

  async read() {
    return this.pick;
  }

  async eligibility(assets) {
    this.asked.push(assets);
    const answer = (identifier) => (this.unsuitable.has(identifier) ? { reason: "kind", message: "No video." } : null);
    return Object.fromEntries(assets.map((identifier) => [identifier, answer(identifier)]));
  }

  async choose(revision, assets, removes, confirms) {
    this.sent.push({ revision, assets: assets.join(""), removes, ...(confirms && { confirms }) });
    if (this.refusal) throw this.refusal;
    if (revision !== this.pick.revision) throw new ServerError(409, "pickChanged", "changed");
    const needsConfirmation = this.pick.needsConfirmation && !confirms;
    this.change({ chosen: [...assets], removes: [...removes], needsConfirmation });
    return this.pick;
  }
}

function choosing(pick, unsuitable) {
  const requests = new FakeRequests(pick, unsuitable);
  const suitability = new Suitability(requests);
  const choice = new Choice(requests, suitability, requests.pick);
  const refused = [];
  choice.addEventListener("refuse", ({ detail }) => refused.push(detail.text));
  return { requests, suitability, choice, refused, chosen: () => choice.selection.identifiers.join("") };
}

const addresses = {
  "a search has an address that is read as the same": () => {
    for (const address of [
      { album: libraryAlbum, asset: null, search: "Lake" }, { album: libraryAlbum, asset, search: "a/b & c?" },
      { album: libraryAlbum, asset: null, search: "西湖" },
    ]) assertEqual(parseAddress(printAddress(address)), address, printAddress(address));
    assertEqual(printAddress({ album: libraryAlbum, asset: null, search: "a b" }), "#/search/a%20b", "printed");
  },
  "an address of no search is the library's": () => {
    for (const hash of ["#/search", "#/search/", "#/search/%20", "#/search/%E0%A4%A"]) {
      assertEqual(parseAddress(hash), { album: libraryAlbum, asset: null }, hash);
    }
  },
  "each request of a timeline has the text": async () => {
    const asked = [];
    const library = new Library({
      fetch: async (address) => {
        asked.push(address);
        return new Response("{}");
      },
    });
    const query = { search: "a&b" };
    await library.timeline("C", query);
    await library.window("C", "1", 0, 5, query);
    await library.rank("C", "1", "X", query);
    await library.identifiers("C", "1", 0, 5, query);
    await library.ranks("C", "1", ["X"], query);
    await library.months("C", "1", query);
    await library.days("C", "1", null, query);
    await library.covers("C", "1", [{ first: 0, last: 1 }], 1, query);
    assertEqual(asked.filter((address) => !address.includes("search=a%26b")), [], "without the text");
    await library.timeline("C", { search: "" });
    assert(!asked.at(-1).includes("search"), asked.at(-1));
  },
};

const requesters = {
  "the page names who asks as the server knows it": () => {
    const nobody = { kind: "process", origin: null, user: null, program: null };
    const text = (values) => requesterText({ ...nobody, ...values });
    assert(text({ kind: "origin", origin: "https://a.example" }).includes("https://a.example"), "origin");
    const browser = text({ kind: "origin", origin: "https://a.example", program: "/usr/lib/browser" });
    assert(browser.includes("https://a.example") && browser.includes("/usr/lib/browser"), "origin and browser");
    const claim = text({ kind: "user", user: "mallory", origin: "https://a.example" });
    assert(claim.indexOf("mallory") >= 0 && claim.indexOf("mallory") < claim.indexOf("https://"), "the user first");
    assert(text({ program: "/usr/bin/tree" }).includes("/usr/bin/tree"), "program");
    const both = text({ program: "/usr/bin/tree", user: "ann" });
    assert(both.includes("ann") && both.includes("tree"), "both");
    assert(text({ kind: "user", user: "ann" }).includes("ann"), "user");
    assert(text({}).length > 0, "nobody");
  },
  "each end of a pick has a page": () => {
    assertEqual(["withdrawn", "expired", "added", "cancelled"].map(endingFor),
      ["ended", "expired", "added", "cancelled"], "reasons");
    const ending = (status, code) => endingOf(new ServerError(status, code, ""));
    assertEqual([ending(404, "notFound"), ending(410, "pickExpired"), ending(410, "pickEnded"),
      ending(409, "pickIsOpen"), ending(409, "pickChanged"), ending(500, "x")],
    ["missing", "expired", "ended", "open", null, null], "errors");
  },
};

const choices = {
  "chosen photos are numbered in their order": async () => {
    const { choice, requests } = choosing();
    for (const identifier of ["b", "a", "c"]) choice.selection.toggle(identifier);
    choice.selection.toggle("b");
    assertEqual(["a", "b", "c"].map((each) => choice.number(each) ?? null), [1, null, 2], "numbers");
    assert(await choice.settle(), "settled");
    assertEqual(requests.pick.chosen, ["a", "c"], "chosen");
  },
  "without an order no photo has a number": () => {
    const { choice } = choosing({ selection: "default", chosen: ["a"] });
    assertEqual(choice.number("a"), undefined, "number");
  },
  "the limit keeps the photos that were chosen first": async () => {
    const { choice, refused, chosen, requests } = choosing({ limit: 3 });
    choice.selection.extend(["a", "b", "c", "d", "e"]);
    choice.selection.toggle("f");
    assertEqual([chosen(), refused.length], ["abc", 2], "at the limit");
    await choice.settle();
    assert(requests.sent.every(({ assets }) => assets.length <= 3), "sent");
    choice.selection.toggle("a");
    choice.selection.toggle("f");
    assertEqual(chosen(), "bcf", "after one was removed");
  },
  "with a limit of one a photo replaces the other": () => {
    const { choice, chosen, refused } = choosing({ limit: 1, selection: "continuous" });
    choice.selection.toggle("a");
    choice.selection.toggle("b");
    assertEqual([chosen(), refused.length, choice.endsAtOnce], ["b", 0, false], "chosen");
  },
  "the first photo ends choosing only for a program that asked for one photo": () => {
    const endsAtOnce = (values) => choosing({ limit: 1, selection: "default", ...values }).choice.endsAtOnce;
    assertEqual([endsAtOnce(), endsAtOnce({ limit: 2 }), endsAtOnce({ selection: "continuous" }),
      endsAtOnce({ requester: page }), endsAtOnce({ requestChanges: 1 })], [true, false, false, false, false], "ends");
    const { choice, requests } = choosing({ limit: 3, selection: "default" });
    requests.change({ limit: 1, requestChanges: 1 });
    choice.take(requests.pick);
    assert(!choice.endsAtOnce, "after a change of the request");
  },
  "a choice is confirmed once, and as it is": async () => {
    const { choice, requests } = choosing({ requester: page, selection: "continuous", needsConfirmation: true });
    choice.selection.toggle("a");
    await choice.confirm();
    choice.selection.toggle("b");
    await choice.settle();
    assertEqual(requests.sent.map(({ assets, confirms = false }) => [assets, confirms]),
      [["a", false], ["a", true], ["ab", false]], "sent");
    assert(!choice.pick.needsConfirmation, "confirmed");
  },
  "a change of the request prevents a confirmation": async () => {
    const { choice, requests, refused } = choosing({
      requester: page, selection: "continuous", needsConfirmation: true, limit: 2,
    });
    choice.selection.toggle("a");
    await choice.settle();
    // The page doesn't know of the change.
    requests.change({ limit: 0, requestChanges: 1 });
    await choice.confirm();
    assertEqual([choice.pick.needsConfirmation, choice.pick.limit, refused.length], [true, 0, 1], "conflict");
    // The page hears of the change while it sends an earlier choice.
    choice.selection.toggle("b");
    const confirming = choice.confirm();
    requests.change({ limit: 5, requestChanges: 2 });
    choice.take(requests.pick);
    await confirming;
    assertEqual([choice.pick.needsConfirmation, refused.length], [true, 2], "meanwhile");
    assertEqual(requests.sent.filter(({ confirms }) => confirms).length, 1, "confirmations that were sent");
    await choice.confirm();
    assert(!choice.pick.needsConfirmation, "confirmed again");
  },
  "a photo that doesn't qualify is refused with its reason": async () => {
    const { choice, suitability, chosen, refused } = choosing({}, ["v"]);
    await suitability.want(["v", "a"]);
    choice.selection.toggle("v");
    choice.selection.toggle("a");
    assertEqual([chosen(), refused], ["a", ["No video."]], "chosen");
  },
  "the page returns to the choice of the server": async () => {
    const { choice, requests, chosen, refused } = choosing();
    choice.selection.toggle("a");
    await choice.settle();
    requests.refusal = new ServerError(422, "kind", "Not that one.");
    choice.selection.toggle("b");
    assert(!await choice.settle(), "was accepted");
    assertEqual([chosen(), refused], ["a", ["Not that one."]], "chosen");
  },
  "changes of the app and of the reader are both kept": async () => {
    const { choice, requests, chosen } = choosing({ chosen: ["a", "b"] });
    requests.change({ chosen: ["b"] });
    choice.selection.toggle("c");
    assert(await choice.settle(), "settled");
    assertEqual([chosen(), requests.pick.chosen], ["bc", ["b", "c"]], "chosen");
    requests.change({ chosen: ["c", "b"] });
    choice.take(requests.pick);
    assertEqual([chosen(), requests.sent.length], ["cb", 2], "moved by the app");
  },
  "one change is sent at a time, with all of them at the end": async () => {
    const { choice, requests } = choosing();
    for (const identifier of "abcdefgh") choice.selection.toggle(identifier);
    await choice.settle();
    assertEqual(requests.sent.map(({ assets }) => assets), ["a", "abcdefgh"], "sent");
    assertEqual(requests.sent.map(({ revision }) => revision), [1, 2], "revisions");
  },
  "details that are left out are sent at once": async () => {
    const { choice, requests } = choosing({ chosen: ["a"] });
    choice.removes = ["location"];
    await choice.settle();
    assertEqual(requests.sent, [{ revision: 1, assets: "a", removes: ["location"] }], "sent");
  },
  "a failure leaves the choice of the server, and is reported": async () => {
    const { choice, requests, chosen } = choosing({ chosen: ["a"] });
    const errors = [];
    choice.addEventListener("error", ({ detail }) => errors.push(detail.error.status));
    requests.refusal = new ServerError(410, "pickExpired", "Too late.");
    choice.selection.toggle("b");
    assert(!await choice.settle(), "was accepted");
    assertEqual([chosen(), errors], ["a", [410]], "failed");
  },
  "the server is asked about 500 photos at a time, and once about each": async () => {
    const { requests, suitability } = choosing({}, ["7"]);
    const many = Array.from({ length: 1200 }, (_, index) => String(index));
    const found = await suitability.suitable(many, new AbortController().signal);
    assertEqual([found.length, requests.asked.map(({ length }) => length)], [1199, [500, 500, 200]], "asked");
    await suitability.want(many);
    assertEqual([requests.asked.length, suitability.obstacle("7"), suitability.obstacle("8")], [3, "No video.",
      undefined], "known");
  },
  "a selection without a limit admits everything": () => {
    const selection = new Selection();
    selection.extend(["a", "b", "c"]);
    selection.extend(["a"]);
    selection.toggle("d");
    assertEqual(selection.identifiers, ["a", "d"], "selection");
  },
};

/** Runs `albumen-picker.js` with another `fetch` and another window. */
async function picking(answers, options = {}, { isBlocked = false, isClosed = false, call = "pick" } = {}) {
  const { [call]: ask } = await import("/web/albumen-picker.js");
  const asked = [];
  const opened = { place: null, isClosed: false };
  const [realFetch, realOpen, realQuery] = [globalThis.fetch, globalThis.open, navigator.permissions.query];
  // As in a browser that doesn't ask whether a page may connect to this device.
  navigator.permissions.query = () => Promise.reject(new TypeError("unknown permission"));
  const pending = Object.entries(answers);
  const bodies = [];
  globalThis.fetch = async (address, { method = "GET", headers = {}, credentials, body } = {}) => {
    if (body !== undefined) bodies.push(JSON.parse(body));
    const path = new URL(address).pathname + new URL(address).search;
    asked.push(`${method} ${path}${headers.Authorization ? " with token" : ""} ${credentials}`);
    const found = pending.find(([name]) => name === `${method} ${path}`);
    if (found === undefined) throw new TypeError(`nobody answers ${method} ${path}`);
    const [status, content] = Array.isArray(found[1]) ? found[1] : [200, found[1]];
    return content instanceof Response ? content.clone() : new Response(JSON.stringify(content), { status });
  };
  globalThis.open = () => (isBlocked ? null : {
    location: { replace: (address) => (opened.place = address) }, close: () => (opened.isClosed = true),
    closed: isClosed,
  });
  try {
    const notices = [];
    const server = "http://127.0.0.1:1";
    const result = await ask({ server, onNotice: (notice) => notices.push(notice), ...options })
      .catch((error) => error);
    // Files are read with the same server.
    const file = Array.isArray(result) && result.length > 0 ? await result[0].blob() : null;
    const video = Array.isArray(result) && result[0]?.paired() ? await result[0].paired().blob() : null;
    return { result, asked, bodies, opened, notices, file, video };
  } finally {
    [globalThis.fetch, globalThis.open, navigator.permissions.query] = [realFetch, realOpen, realQuery];
  }
}

const session = { number: "N1", page: "http://127.0.0.1:1/pick/N1", token: "T" };
const photo = {
  item: "I 1", identifier: null, name: "IMG_1", kind: "livePhoto", isPreselected: false,
  representations: [{ type: "public.heic", name: "IMG_1.HEIC", bytes: 3 }],
  pairedVideo: { type: "com.apple.quicktime-movie", name: "IMG_1.MOV", bytes: null },
};
const begun = { "POST /api/picks": [201, session], "GET /api/picks/N1": { revision: 1, state: "open", items: [] } };

const script = {
  "the script resolves with what was chosen": async () => {
    const path = "/api/picks/N1/items/I%201";
    const { result, asked, opened, file, video } = await picking({
      ...begun, "GET /api/picks/N1?after=1": { revision: 2, state: "added", items: [photo] },
      [`GET ${path}/public.heic`]: new Response("abc"),
      [`GET ${path}/com.apple.quicktime-movie/paired/progress`]: { phase: "ready", fraction: 1 },
      [`GET ${path}/com.apple.quicktime-movie/paired`]: new Response("movie"),
    });
    const [{ name, kind, type }] = result;
    assertEqual([name, kind, type], ["IMG_1", "livePhoto", "public.heic"], "item");
    assertEqual([await file.text(), await video.text()], ["abc", "movie"], "files");
    assertEqual([opened.place, opened.isClosed], [session.page, false], "window");
    assertEqual(asked[0], "POST /api/picks omit", "first request");
    assert(asked.slice(1).every((each) => each.endsWith("with token omit")), asked.join());
  },
  "the script resolves with nothing if the owner cancels": async () => {
    const { result } = await picking({
      ...begun, "GET /api/picks/N1?after=1": { revision: 2, state: "cancelled", items: [] },
    });
    assertEqual(result, [], "items");
  },
  "the script asks for files that an image element shows": async () => {
    const cancelled = { ...begun, "GET /api/picks/N1?after=1": { revision: 2, state: "cancelled", items: [] } };
    const { bodies } = await picking(cancelled);
    assertEqual(bodies, [{ representation: "compatible" }], "by default");
    const { bodies: other } = await picking(cancelled, { representation: "automatic" });
    assertEqual(other[0].representation, "automatic", "option");
  },
  "the script resolves with nothing if its blank window is closed": async () => {
    const { result, asked, opened } = await picking({ ...begun, "DELETE /api/picks/N1": {} }, {}, { isClosed: true });
    assertEqual([result, opened.place], [[], null], "result");
    assertEqual(asked.at(-1), "DELETE /api/picks/N1 with token omit", "last request");
  },
  "the script says whether a library answers": async () => {
    const script = "HEAD /albumen-picker.js";
    const { result, opened, asked } = await picking({ [script]: new Response("") }, {}, { call: "isAvailable" });
    assertEqual([result, opened.place, asked], [true, null, [`${script} omit`]], "available");
    const { result: absent } = await picking({}, {}, { call: "isAvailable" });
    assertEqual(absent, false, "absent");
    const { result: other } = await picking({ [script]: [404, {}] }, {}, { call: "isAvailable" });
    assertEqual(other, false, "another server");
  },
  "without a library, the script lets the reader choose files": async () => {
    const files = [new File(["abc"], "a.b.jpg", { type: "image/jpeg" }), new File(["movie"], "c.mov",
      { type: "video/quicktime" })];
    const answering = async (action, options) => {
      let input = null;
      const realClick = HTMLInputElement.prototype.click;
      HTMLInputElement.prototype.click = function click() {
        input = this;
        action(this);
      };
      try {
        const notice = ({ choose }) => choose?.();
        return { ...await picking({}, { onNotice: notice, ...options }, { call: "pickOrFile" }), input };
      } finally {
        HTMLInputElement.prototype.click = realClick;
      }
    };
    const choose = (input) => {
      Object.defineProperty(input, "files", { value: files });
      input.dispatchEvent(new Event("change"));
    };
    const { result, file, input, opened } = await answering(choose, { limit: 0, filter: { kind: "images" } });
    assertEqual([input.multiple, input.accept, opened.place], [true, "image/*", null], "dialog");
    assertEqual(result.map(({ item, name, kind, type }) => [item, name, kind, type]), [
      ["", "a.b", "image", "public.jpeg"], ["", "c", "video", "com.apple.quicktime-movie"],
    ], "items");
    const { name } = await result[0].file();
    assertEqual([await file.text(), name, result[0].paired()], ["abc", "a.b.jpg", null], "file");
    const { PickedItem } = await import("/web/albumen-picker.js");
    assert(result[0] instanceof PickedItem, "type");
    assertEqual((await answering(choose)).result.code, "limit", "more than one file");
    assertEqual((await answering((each) => each.dispatchEvent(new Event("cancel")))).result, [], "cancelled");
    const declined = await picking({}, { onNotice: ({ decline }) => decline?.() }, { call: "pickOrFile" });
    assertEqual(declined.result, [], "declined");
  },
  "the progress of a file only rises": async () => {
    const { ReadingProgress } = await import("/web/picker-script/reading-progress.js");
    const seen = [];
    const progress = new ReadingProgress((fraction) => seen.push(fraction), { isMade: true });
    for (const [phase, fraction] of [["downloading", 0.5], ["downloading", 1], ["making", 0], ["making", 0.5],
      ["making", 0.25], ["ready", 1]]) progress.make({ phase, fraction });
    await new Response(progress.reading(new Blob(["abcdefgh"]).stream(), 8)).arrayBuffer();
    assertEqual(seen, [0.125, 0.25, 0.375, 0.5, 1], "made");
    const parts = [];
    const stored = new ReadingProgress((fraction) => parts.push(fraction), { isMade: false });
    const body = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 4; part += 1) controller.enqueue(new Uint8Array(2));
        controller.close();
      },
    });
    await new Response(stored.reading(body, 8)).arrayBuffer();
    assertEqual(parts, [0.25, 0.5, 0.75, 1], "stored");
  },
  "the script offers a link if the window is blocked": async () => {
    const { notices, result } = await picking({
      ...begun, "GET /api/picks/N1?after=1": { revision: 2, state: "cancelled", items: [] },
    }, {}, { isBlocked: true });
    const blocked = notices.find(({ kind }) => kind === "blocked");
    assertEqual([blocked?.link, result.length, notices.at(-1).kind], [session.page, 0, "none"], "notices");
  },
  "the script says that no server answers, and closes its window": async () => {
    const { result, opened } = await picking({});
    assertEqual([result.name, result.code, opened.isClosed], ["PickerError", "serverAbsent", true], "error");
    assert(result.message.includes("http://127.0.0.1:1"), result.message);
  },
  "the script repeats what the server refuses": async () => {
    const error = { code: "badRequest", message: "limit is a number.", field: "limit" };
    const { result, opened } = await picking({ "POST /api/picks": [400, { error }] }, { limit: "x" });
    assertEqual([result.code, result.field, opened.isClosed], ["badRequest", "limit", true], "error");
    const expired = await picking({
      ...begun, "GET /api/picks/N1?after=1": [410, { error: { code: "pickExpired", message: "Too late." } }],
    });
    assertEqual(expired.result.code, "expired", "expired");
  },
  "the script delivers each choice while the owner chooses": async () => {
    const seen = [];
    await picking({
      ...begun, "GET /api/picks/N1?after=1": { revision: 2, state: "open", items: [photo] },
      "GET /api/picks/N1?after=2": { revision: 3, state: "cancelled", items: [] },
    }, { selection: "continuous", onChange: (items) => seen.push(items.map(({ name }) => name)) });
    assertEqual(seen, [["IMG_1"]], "changes");
  },
  "the script deletes a session that the page gives up": async () => {
    const controller = new AbortController();
    const { result, asked } = await picking({
      ...begun, "GET /api/picks/N1?after=1": { revision: 2, state: "open", items: [photo] },
      "DELETE /api/picks/N1": {},
    }, { signal: controller.signal, onChange: () => controller.abort() });
    assertEqual([result.name, asked.at(-1)], ["AbortError", "DELETE /api/picks/N1 with token omit"], "ended");
  },
};

export const tests = { ...addresses, ...requesters, ...choices, ...script };
