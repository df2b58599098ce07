import { clientFacts, requesterName } from "/web/access/client-text.js";
import { dayText } from "/web/side-page/day-text.js";
import { arrange } from "/web/side-page/elements.js";
import { PhotoParts } from "/web/access/photo-parts.js";
import { ClientChoice } from "/web/picker/client-choice.js";
import { endingFor } from "/web/picker/ending.js";
import { ServerError } from "/web/server/server-connection.js";

function assert(condition, message) {
  if (!condition) throw new Error(message);
}

function assertEqual(found, expected, subject) {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${subject}: ${left} instead of ${right}`);
}

const rest = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A server with the photos that an app sees. Photos have one letter. */
class FakeRequests {
  asked = [];
  sent = [];
  refusal = null;

  constructor(chosen, others = 0) {
    this.chosenAssets = new Set(chosen);
    this.others = others;
    this.revision = 1;
  }

  get pick() {
    return {
      selectionFor: "app", limit: 0, chosen: [], revision: this.revision, count: this.chosenAssets.size + this.others,
    };
  }

  async read() {
    return this.pick;
  }

  async chosen(assets) {
    this.asked.push(assets.join(""));
    return assets.filter((asset) => this.chosenAssets.has(asset));
  }

  async change(revision, { choose, deselect }) {
    this.sent.push([choose.join(""), deselect.join("")]);
    if (this.refusal) {
      const { refusal } = this;
      this.refusal = null;
      throw refusal;
    }
    if (revision !== this.revision) throw new ServerError(409, "pickChanged", "changed");
    for (const asset of choose) this.chosenAssets.add(asset);
    for (const asset of deselect) this.chosenAssets.delete(asset);
    this.revision += 1;
    return this.pick;
  }
}

function choosing(chosen, others) {
  const requests = new FakeRequests(chosen, others);
  const choice = new ClientChoice(requests, requests.pick);
  const refused = [];
  choice.addEventListener("refuse", ({ detail }) => refused.push(detail.text));
  const marked = (letters) => [...letters].filter((letter) => choice.selection.has(letter)).join("");
  return { requests, choice, refused, marked };
}

const choices = {
  "a selection of 100,000 is never loaded": async () => {
    const { requests, choice, marked } = choosing("ace", 99_997);
    assertEqual(choice.selection.size, 100_000, "the count");
    await choice.want("abc");
    await choice.want("bcd");
    assertEqual(requests.asked, ["abc", "d"], "photos are asked about once");
    assertEqual(marked("abcde"), "ac", "the marks");
    choice.selection.toggle("b");
    assertEqual(choice.selection.size, 100_001, "the count with a change");
    assert(await choice.settle(), "refused");
    assertEqual(requests.sent, [["b", ""]], "only the difference is sent");
  },
  "a range is drawn again, and keeps what was selected before": async () => {
    const { requests, choice, marked } = choosing("b");
    await choice.suitable([..."abcd"], new AbortController().signal);
    choice.selection.extend("abc");
    choice.selection.extend("ab");
    assertEqual(marked("abcd"), "ab", "the smaller range");
    choice.selection.extend("");
    assertEqual(marked("abcd"), "b", "no range");
    choice.selection.extend("bc", { isRemoved: true });
    choice.selection.endRange();
    assertEqual([marked("abcd"), choice.selection.size], ["", 0], "a removed range");
    await choice.settle();
    assertEqual([...requests.chosenAssets].join(""), "", "the server's selection");
  },
  "choosing all keeps photos that the page doesn't know of": async () => {
    const { requests, choice } = choosing("az");
    const all = [..."abc"];
    choice.selection.replace(await choice.suitable(all, new AbortController().signal));
    await choice.settle();
    assertEqual([...requests.chosenAssets].toSorted().join(""), "abcz", "the selection");
    assertEqual(choice.selection.size, 4, "the count");
  },
  "changes while others are being sent are sent afterwards": async () => {
    const { requests, choice, marked } = choosing("");
    await choice.want("ab");
    choice.selection.toggle("a");
    choice.selection.toggle("a");
    choice.selection.toggle("b");
    await choice.settle();
    const found = [[...requests.chosenAssets].join(""), marked("ab"), choice.selection.size];
    assertEqual(found, ["b", "b", 1], "the result");
  },
  "a conflict repeats the reader's differences": async () => {
    const { requests, choice, marked } = choosing("a");
    await choice.want("abc");
    // The selection is changed elsewhere.
    requests.chosenAssets.add("c");
    requests.revision = 7;
    choice.selection.toggle("b");
    assert(await choice.settle(), "refused");
    await rest();
    assertEqual([...requests.chosenAssets].toSorted().join(""), "abc", "the server's selection");
    assertEqual([marked("abc"), choice.selection.size], ["abc", 3], "the page's selection");
  },
  "a refused change is withdrawn with the reason": async () => {
    const { requests, choice, refused, marked } = choosing("a");
    await choice.want("ab");
    requests.refusal = new ServerError(422, "unavailable", "This item was deleted.");
    choice.selection.toggle("b");
    assert(!await choice.settle(), "accepted");
    assertEqual([refused, marked("ab")], [["This item was deleted."], "a"], "after the refusal");
  },
  "another version of the selection is asked for again": async () => {
    const { requests, choice, marked } = choosing("a");
    await choice.want("ab");
    requests.chosenAssets = new Set("b");
    requests.revision = 2;
    choice.take(await requests.read());
    await rest();
    assertEqual(marked("ab"), "b", "the marks");
  },
  "editing a selection ends with its own words": () => {
    const endings = ["added", "cancelled", "expired"].map((reason) => endingFor(reason, { isAccess: true }));
    assertEqual(endings, ["saved", "unchanged", "expired"], "the endings");
  },
};

const texts = {
  "days are those of the reader's time zone": () => {
    const now = new Date(2026, 10, 23, 0, 30);
    assertEqual(dayText(new Date(2026, 10, 23, 0, 10).toISOString(), now), dayText(now.toISOString(), now), "today");
    const yesterday = dayText(new Date(2026, 10, 22, 23, 50).toISOString(), now);
    assert(!yesterday.includes("2026") && yesterday !== dayText(now.toISOString(), now), yesterday);
    assert(dayText(new Date(2026, 10, 21, 12).toISOString(), now).includes("2026"), "an earlier day");
  },
  "what is known of an app": () => {
    const client = { client: "app", access: "limited", since: null, lastUsed: null, chosen: 3, hasToken: true };
    assertEqual(clientFacts(client).length, 3, "chosen, not used, token");
    assertEqual(clientFacts({ ...client, access: "full", hasToken: false }).length, 1, "not used");
    const page = { origin: "https://a.example", user: null, program: null };
    assertEqual(requesterName(page), page.origin, "a page");
    assert(requesterName({ origin: null, user: "mia", program: null }).includes("mia"), "another user");
    const claim = requesterName({ ...page, user: "mia" });
    assert(claim.indexOf("mia") >= 0 && claim.indexOf("mia") < claim.indexOf("https://"), "the user before the claim");
    assert(requesterName({ origin: null, user: null, program: null }).length > 0, "nobody known");
  },
  "elements that stay in their order keep the focus": () => {
    const list = document.createElement("div");
    const buttons = [..."abcd"].map(() => document.createElement("button"));
    document.body.append(list);
    arrange(list, buttons);
    buttons[2].focus();
    arrange(list, [buttons[0], buttons[2], buttons[3]]);
    assert(document.activeElement === buttons[2], "the focus is lost");
    arrange(list, [buttons[3], buttons[1]]);
    assertEqual([...list.children].map((each) => buttons.indexOf(each)), [3, 1], "the order");
    list.remove();
  },
};

/** Photos of an app, with a server whose photos a test changes. */
async function parted(count, options = {}) {
  const server = { assets: Array.from({ length: count }, (_, index) => `asset-${index}`), asked: [], failure: null };
  const parts = new PhotoParts({
    label: "Photos", empty: "None", thumbnail: () => "data:,", isSelectable: true, ...options,
    load: async (after, most) => {
      server.asked.push([after, most]);
      if (server.failure) throw server.failure;
      const first = Number(after ?? 0);
      const assets = server.assets.slice(first, first + most).map((identifier) => ({ identifier, content: "c" }));
      const next = first + most < server.assets.length ? String(first + most) : null;
      return { count: server.assets.length, assets, next };
    },
  });
  document.body.append(parts.element);
  while (server.asked.length === 0) await rest();
  await rest();
  const shown = () => parts.element.querySelectorAll("li").length;
  const more = parts.element.querySelector(":scope > .text-button");
  return { server, parts, shown, more, end: () => parts.element.remove() };
}

const photos = {
  "photos are loaded by parts": async () => {
    const { server, shown, more, end } = await parted(130);
    assertEqual([server.asked, shown(), more.hidden], [[[null, 24]], 24, false], "the first part");
    more.click();
    await rest();
    assertEqual([shown(), more.hidden], [120, false], "the second part");
    more.click();
    await rest();
    assertEqual([shown(), more.hidden], [130, true], "the last part");
    end();
  },
  "deselected photos leave the list and the selection": async () => {
    const { server, parts, shown, end } = await parted(5);
    const buttons = [...parts.element.querySelectorAll("li button")];
    buttons[1].click();
    buttons[3].click();
    assertEqual(parts.selected, ["asset-1", "asset-3"], "the selection");
    assertEqual(buttons[3].getAttribute("aria-pressed"), "true", "for screen readers");
    server.assets.splice(3, 1);
    await parts.refresh();
    assertEqual([shown(), parts.selected], [4, ["asset-1"]], "after the change");
    assert(parts.element.querySelectorAll("li button")[1] === buttons[1], "a photo was drawn again");
    parts.clearSelection();
    assertEqual(buttons[1].getAttribute("aria-pressed"), "false", "after clearing");
    end();
  },
  "an empty list says so, and a failure can be tried again": async () => {
    const { server, parts, shown, end } = await parted(0);
    const note = parts.element.querySelector(".photo-parts-note");
    assertEqual(note.textContent, "None", "nothing");
    server.assets = ["asset-0"];
    server.failure = new ServerError(500, "unknown", "failed");
    await parts.refresh();
    const again = note.querySelector("button");
    assert(again !== null, "no button");
    server.failure = null;
    again.click();
    await rest();
    assertEqual([shown(), note.textContent], [1, ""], "the second time");
    end();
  },
};

export const tests = { ...choices, ...texts, ...photos };
