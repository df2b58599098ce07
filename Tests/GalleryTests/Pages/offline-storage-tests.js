// Tests of what the service worker keeps. The gallery's tests run them in the page.
import { KeptAnswers } from "/web/offline/kept-answers.js";
import { Network } from "/web/offline/network-first.js";
import { deleteOldShells, fileOfStart, noteStart } from "/web/offline/page-shell.js";
import { Removals } from "/web/offline/removals.js";
import { keepSharedFiles } from "/web/offline/shared-files.js";
import { shellVersion } from "/web/offline/shell-version.js";

function assertEqual(actual, expected, message = "values") {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${message}: ${one} is not ${other}`);
}

const photo = (number) => `A1B0A1B0-0000-4000-8000-00000000000${number}`;
const thumbnail = (number) => `/api/assets/${photo(number)}/thumbnail`;

/** Calls a function with another `fetch`, and deletes the caches afterwards. */
async function withServer(answer, body) {
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => answer(...request);
  try {
    await body();
  } finally {
    globalThis.fetch = fetch;
    for (const name of await caches.keys()) await caches.delete(name);
  }
}

const json = (content, date, status = 200) => new Response(JSON.stringify(content), {
  status, headers: { Date: new Date(date).toUTCString() },
});

async function keptKeys() {
  const keys = await (await caches.open("albumen-answers")).keys();
  return keys.map(({ url }) => url.slice(location.origin.length));
}

export const tests = {
  async "an answer from before a removal isn't kept"() {
    const now = Date.now();
    const removed = [[], [photo(1)], []];
    await withServer(() => json({ token: "t", assets: removed.shift() }, now), async () => {
      const answers = new KeptAnswers();
      const removals = new Removals(answers, async () => {});
      assertEqual(await removals.askOnce(), true);
      await answers.keep(thumbnail(2), new Response("2"), answers.generation);
      // Its bytes arrive while the server is asked.
      const bytes = Promise.withResolvers();
      const late = { blob: () => bytes.promise, headers: new Headers() };
      const keeping = answers.keep(thumbnail(1), late, answers.generation);
      const listing = answers.generation;
      await removals.ask();
      bytes.resolve(new Blob(["1"]));
      await keeping;
      await answers.keep("/api/collections", new Response("[]"), listing);
      assertEqual(await keptKeys(), [thumbnail(2)]);
    });
  },

  async "an answer that is written during a removal is deleted"() {
    await withServer(() => json({}), async () => {
      const answers = new KeptAnswers();
      await answers.has("");
      const keeping = answers.keep(thumbnail(1), new Response("1"), answers.generation);
      const put = Cache.prototype.put;
      const [begun, go] = [Promise.withResolvers(), Promise.withResolvers()];
      Cache.prototype.put = async function (...entry) {
        begun.resolve();
        await go.promise;
        return put.apply(this, entry);
      };
      try {
        await begun.promise;
        await answers.delete(() => true);
        go.resolve();
        await keeping;
      } finally {
        Cache.prototype.put = put;
      }
      assertEqual(await keptKeys(), []);
      assertEqual(await answers.has(thumbnail(1)), false);
    });
  },

  async "the latest removal of a photo counts, also after several questions"() {
    const start = Math.floor(Date.now() / 1000) * 1000;
    let time = start;
    const removed = [[], [photo(1)], [photo(2)], [photo(1)], [photo(3)]];
    await withServer(() => json({ token: "t", assets: removed.shift() }, time), async () => {
      const removals = new Removals(new KeptAnswers(), async () => {});
      for (; removed.length > 0; time += 60_000) await removals.ask();
      const isOld = (minutes) => removals.mayBeOld({ asset: photo(1) }, json({}, start + minutes * 60_000));
      assertEqual([await isOld(2), await isOld(3), await isOld(4)], [true, true, false]);
    });
  },

  async "nothing may be kept before the server has said what was removed"() {
    let isLost = true;
    let isOut = false;
    let questions = 0;
    await withServer(() => {
      questions += 1;
      if (isLost) throw new TypeError("There is no network.");
      return json({ token: "t", assets: [] }, Date.now(), isOut ? 401 : 200);
    }, async () => {
      let signOuts = 0;
      const removals = new Removals(new KeptAnswers(), async () => {
        signOuts += 1;
      });
      assertEqual(await removals.askOnce(), false);
      isLost = false;
      assertEqual(await Promise.all([removals.askOnce(), removals.askOnce()]), [true, true]);
      assertEqual(questions, 2);
      isOut = true;
      await removals.ask();
      assertEqual(signOuts, 1, "a device that was signed out");
    });
  },

  async "a failure of the browser's storage isn't remembered"() {
    await withServer(() => json({}), async () => {
      const answers = new KeptAnswers();
      const { open } = CacheStorage.prototype;
      CacheStorage.prototype.open = () => Promise.reject(new DOMException("No room.", "QuotaExceededError"));
      let failure;
      try {
        await answers.has("/").catch((error) => (failure = error.name));
      } finally {
        CacheStorage.prototype.open = open;
      }
      assertEqual(failure, "QuotaExceededError");
      assertEqual(await answers.has("/"), false);
    });
  },

  async "an answer that comes too late is still there to be kept"() {
    const answer = Promise.withResolvers();
    await withServer(() => answer.promise, async () => {
      let losses = 0;
      const network = new Network(() => (losses += 1));
      network.isLost = true;
      const sent = network.send(new Request("/api/collections"));
      let failure;
      await network.inTime(sent, true).catch((error) => (failure = error.name));
      assertEqual([failure, losses], ["TypeError", 1]);
      answer.resolve(new Response("late"));
      assertEqual(await (await sent).text(), "late");
      assertEqual(network.isLost, false);
    });
  },

  async "a page gets its files from the version that it was started from, until it's closed"() {
    await withServer(() => json({}), async () => {
      const old = await caches.open("albumen-shell-1");
      await old.put("/web/app.js", new Response("old"));
      await old.put("/offline/pages/one", new Response(""));
      assertEqual(await (await fileOfStart("one", "/web/app.js"))?.text(), "old");
      assertEqual(await fileOfStart("one", "/web/none.js"), null);
      assertEqual(await fileOfStart("two", "/web/app.js"), null, "a page from the server");
      await noteStart("three");
      await (await caches.open(`albumen-shell-${shellVersion}`)).put("/web/app.js", new Response("new"));
      assertEqual(await (await fileOfStart("three", "/web/app.js"))?.text(), "new");
      await deleteOldShells(async (page) => page === "one");
      assertEqual(await caches.has("albumen-shell-1"), true);
      await deleteOldShells(async () => false);
      assertEqual((await caches.keys()).filter((name) => name.includes("shell")), [`albumen-shell-${shellVersion}`]);
    });
  },

  async "shared files of other pages are refused, and those of apps are limited"() {
    await withServer(() => json({}), async () => {
      const share = async (files, referrer = "about:client") => {
        const form = new FormData();
        const { status, headers } = await keepSharedFiles({
          referrer, formData: async () => Object.assign(form, { getAll: () => files }),
        });
        return [status, headers.get("Location")?.replace(location.origin, "") ?? null];
      };
      const file = new File(["1"], "Lake.jpg");
      const huge = Object.defineProperty(new File(["1"], "Film.mov"), "size", { value: 2_100_000_000 });
      const count = async () => (await (await caches.open("albumen-shared")).keys()).length;
      assertEqual(await share([file], "https://elsewhere.example/"), [403, null]);
      assertEqual(await caches.has("albumen-shared"), false);
      assertEqual(await share([file, huge]), [303, "/?shared=part"]);
      assertEqual(await count(), 1);
      assertEqual(await share([file], `${location.origin}/`), [303, "/?shared"]);
      assertEqual(await share(Array.from({ length: 199 }, () => file), ""), [303, "/?shared=part"]);
      assertEqual(await count(), 200);
    });
  },
};
