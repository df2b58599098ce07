import { LiveChanges } from "/web/server/live-changes.js";
import { ServerError } from "/web/server/server-connection.js";

function assertEqual(found, expected, subject) {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${subject}: ${left} instead of ${right}`);
}

const libraryIdentifier = "421C93B7-E05A-41FF-9983-02C1B8B41902";
const token = (number) => `${libraryIdentifier}-${number}`;
const soon = { gather: 5, pause: 5 };

/** A stream whose events a test sends. */
class FakeStream extends EventTarget {
  isClosed = false;

  constructor(since) {
    super();
    this.since = since;
  }

  close() {
    this.isClosed = true;
  }

  open() {
    this.dispatchEvent(new Event("open"));
  }

  fail() {
    this.dispatchEvent(new Event("error"));
  }

  tell(number, change = {}, type = "message") {
    const data = JSON.stringify({ token: token(number), ...change });
    this.dispatchEvent(new MessageEvent(type, { data, lastEventId: token(number) }));
  }
}

/** A library whose streams a test controls. */
class FakeLibrary extends EventTarget {
  streams = [];
  questions = 0;
  isThere = true;

  changes(since) {
    this.streams.push(new FakeStream(since));
    return this.streams.at(-1);
  }

  async collections() {
    this.questions += 1;
    if (!this.isThere) {
      this.dispatchEvent(new Event("unreachable"));
      throw new ServerError(0, "unreachable", "gone");
    }
    this.dispatchEvent(new Event("answered"));
    return [];
  }

  /** Returns the stream with the given index when it is open. */
  async stream(index) {
    await until(() => this.streams.length > index);
    return this.streams[index];
  }
}

async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Converts a shown change to an object that can be compared. */
function plain({ isAll, areAssets, collections, number }) {
  return { isAll, areAssets, collections: [...collections], number };
}

/** Follows a fake library until `body` is done. */
async function following(body, show) {
  const library = new FakeLibrary();
  const shown = [];
  new LiveChanges(library, async (touched) => {
    shown.push(plain(touched));
    await show?.();
  }, soon);
  try {
    await body(library, shown);
  } finally {
    library.dispatchEvent(new Event("closed"));
  }
}

function setHidden(isHidden) {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}

export const tests = {
  "what the page was not told before the stream began is looked for": () => following(async (library, shown) => {
    const stream = await library.stream(0);
    stream.open();
    stream.tell(17, {}, "current");
    await until(() => shown.length === 1);
    assertEqual(
      [stream.since, shown],
      [null, [{ isAll: true, areAssets: true, collections: [], number: 17 }]],
      "first",
    );
  }),

  "changes that follow each other are shown at once": () => following(async (library, shown) => {
    const stream = await library.stream(0);
    stream.open();
    stream.tell(1, { albums: { inserted: ["A/L0/040"], updated: ["B/L0/040"] } });
    stream.tell(2, { assets: { deleted: ["C/L0/001"] } });
    stream.tell(3, { folders: { deleted: ["D/L0/020"] }, albums: { updated: ["A/L0/040"] } });
    await until(() => shown.length === 1);
    assertEqual(shown, [{ isAll: false, areAssets: true, collections: ["A", "B", "D"], number: 3 }], "gathered");
  }),

  "a change of nothing may be of anything": () => following(async (library, shown) => {
    const stream = await library.stream(0);
    stream.open();
    stream.tell(7);
    await until(() => shown.length === 1);
    assertEqual(shown, [{ isAll: true, areAssets: false, collections: [], number: 7 }], "purge");
  }),

  "what comes while something is shown is shown after it, at once": async () => {
    let go;
    const show = () => new Promise((resolve) => (go = resolve));
    await following(async (library, shown) => {
      const stream = await library.stream(0);
      stream.open();
      stream.tell(1);
      await until(() => shown.length === 1);
      for (let number = 2; number <= 50; number++) stream.tell(number);
      await new Promise((resolve) => setTimeout(resolve, 4 * soon.gather));
      assertEqual(shown.length, 1, "while the first is shown");
      go();
      await until(() => shown.length === 2);
      assertEqual(shown[1].number, 50, "the rest");
      go();
    }, show);
  },

  "what could not be shown is shown again, with what came meanwhile": async () => {
    const library = new FakeLibrary();
    const shown = [];
    let isDown = true;
    new LiveChanges(library, async (touched) => {
      shown.push(plain(touched));
      return !isDown;
    }, soon);
    try {
      const stream = await library.stream(0);
      stream.open();
      stream.tell(1, { albums: { updated: ["A/L0/040"] } });
      await until(() => shown.length === 1);
      stream.tell(2, { albums: { updated: ["B/L0/040"] } });
      isDown = false;
      await until(() => shown.some(({ collections }) => collections.length === 2));
    } finally {
      library.dispatchEvent(new Event("closed"));
    }
  },

  "nothing is shown while the reader holds something": () => following(async (library, shown) => {
    const stream = await library.stream(0);
    dispatchEvent(new PointerEvent("pointerdown"));
    stream.tell(1);
    await new Promise((resolve) => setTimeout(resolve, 4 * soon.gather));
    assertEqual(shown.length, 0, "held");
    dispatchEvent(new PointerEvent("pointerup"));
    await until(() => shown.length === 1);
  }),

  "a stream that breaks off goes on where it was": () => following(async (library, shown) => {
    const stream = await library.stream(0);
    stream.open();
    stream.tell(4);
    stream.fail();
    const next = await library.stream(1);
    assertEqual([stream.isClosed, next.since], [true, token(4)], "second");
    next.open();
    next.tell(5);
    await until(() => shown.some(({ number }) => number === 5));
  }),

  "where the server does not take the token, everything is looked at again": () => following(async (library, shown) => {
    const stream = await library.stream(0);
    stream.open();
    stream.tell(4);
    stream.fail();
    (await library.stream(1)).fail();
    const third = await library.stream(2);
    assertEqual(third.since, null, "third");
    third.open();
    third.tell(2, {}, "current");
    // Regardless of the page's number, because a library can have been restored to an earlier state.
    await until(() => shown.some(({ isAll, number }) => isAll && number === Infinity));
  }),

  "a server that is gone is asked until it answers": () => following(async (library) => {
    const stream = await library.stream(0);
    stream.open();
    library.isThere = false;
    stream.fail();
    await until(() => library.questions === 3);
    assertEqual(library.streams.length, 1, "streams while it is gone");
    library.isThere = true;
    // Like a user who tries again.
    await library.collections();
    assertEqual(library.streams.length, 2, "streams at once when it is back");
  }),

  "a page that is hidden lets its connection go and comes back to what it missed": async () => {
    try {
      await following(async (library) => {
        const stream = await library.stream(0);
        stream.open();
        stream.tell(9);
        setHidden(true);
        assertEqual(stream.isClosed, true, "closed");
        setHidden(false);
        assertEqual(library.streams.map(({ since }) => since), [null, token(9)], "since");
      });
    } finally {
      delete document.hidden;
    }
  },

  "a page that was closed asks for nothing": () => following(async (library) => {
    const stream = await library.stream(0);
    library.dispatchEvent(new Event("closed"));
    assertEqual(stream.isClosed, true, "closed");
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((resolve) => setTimeout(resolve, 4 * soon.pause));
    assertEqual([library.streams.length, library.questions], [1, 0], "asked");
  }),
};
