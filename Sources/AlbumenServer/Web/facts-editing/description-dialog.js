import { ask } from "../dialogs/dialogs.js";
import { keywordsIn } from "../viewer/editable-facts.js";
import { element, labelled, select } from "./elements.js";
import { words } from "./words.js";

/** @typedef {import("../server/library-changes.js").AssetChange} AssetChange */

/**
 * Asks for the caption, the keywords and the rating of photos. Values that the reader doesn't touch stay as they are.
 * @param {API.AssetSummary} summary
 * @returns {Promise<AssetChange | null>} empty if nothing changes; `null` if the reader cancels
 */
export function askDescription(summary) {
  const caption = captionFields(summary);
  const keywords = keywordFields(summary);
  const rating = ratingField(summary);
  return ask({
    title: words.descriptionTitle(summary.count), confirm: words.save,
    draw: () => [element("div", "fact-dialog", ...caption.elements, ...keywords.elements, ...rating.elements)],
    answer: () => ({ ...caption.change, ...keywords.change, ...rating.change }),
  });
}

/** @param {API.AssetSummary} summary */
function captionFields({ caption: { isMixed, value } }) {
  const field = element("textarea", "");
  field.rows = 2;
  field.value = value ?? "";
  field.setAttribute("autofocus", "");
  if (isMixed) field.placeholder = words.captionsDiffer;
  const remove = element("input", "");
  remove.type = "checkbox";
  remove.addEventListener("change", () => (field.disabled = remove.checked));
  const elements = [labelled(words.caption, field)];
  if (isMixed) elements.push(element("label", "fact-choice", remove, element("span", "", words.removeCaptions)));
  return {
    elements,
    /** @returns {AssetChange} */
    get change() {
      if (remove.checked) return { caption: null };
      const text = field.value.trim();
      return text === (value ?? "").trim() ? {} : { caption: text || null };
    },
  };
}

/** @param {API.AssetSummary} summary */
function keywordFields({ count, keywords, keywordCount }) {
  const boxes = keywords.map(({ keyword, count: share }) => {
    const box = element("input", "");
    box.type = "checkbox";
    const isPartial = share < count;
    /** @type {(state: "all" | "some" | "none") => void} */
    const show = (state) => {
      box.dataset.state = state;
      box.checked = state === "all";
      box.indeterminate = state === "some";
    };
    show(isPartial ? "some" : "all");
    box.addEventListener("change", () => {
      // A keyword of some photos goes through three states: for all, for none, and as it is.
      const { state } = box.dataset;
      show(state === "all" ? "none" : state === "none" && isPartial ? "some" : "all");
    });
    const row = element("label", "fact-choice", box, element("span", "", keyword));
    if (isPartial) row.append(element("small", "", words.keywordShare(share, count)));
    return { keyword, isPartial, box, row };
  });
  const input = element("input", "");
  input.type = "text";
  input.autocomplete = "off";
  const list = element("div", "fact-keywords", ...boxes.map(({ row }) => row));
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", words.keywords);
  /** @type {HTMLElement[]} */
  const elements = [element("p", "fact-hint", words.keywords), list];
  if (boxes.length === 0) elements.splice(0);
  if (keywordCount > boxes.length) {
    elements.push(element("p", "fact-hint", words.moreKeywords(keywordCount - boxes.length)));
  }
  elements.push(labelled(words.addKeywords, input));
  return {
    elements,
    /** @returns {AssetChange} */
    get change() {
      const inState = (/** @type {string} */ state) => boxes.filter(({ box }) => box.dataset.state === state);
      const written = keywordsIn(input.value);
      const added = new Set([
        ...inState("all").filter(({ isPartial }) => isPartial).map(({ keyword }) => keyword), ...written,
      ]);
      const removed = inState("none").map(({ keyword }) => keyword).filter((keyword) => !added.has(keyword));
      return {
        ...(added.size > 0 ? { addedKeywords: [...added] } : {}),
        ...(removed.length > 0 ? { removedKeywords: removed } : {}),
      };
    },
  };
}

/** @param {API.AssetSummary} summary */
function ratingField({ rating: { isMixed, value } }) {
  const before = isMixed ? "" : String(value ?? 0);
  const field = select([
    ...(isMixed ? [{ value: "", text: words.ratingsDiffer }] : []),
    { value: "0", text: words.noRating },
    ...[1, 2, 3, 4, 5].map((count) => ({ value: String(count), text: words.stars(count) })),
  ], before);
  return {
    elements: [labelled(words.rating, field)],
    /** @returns {AssetChange} */
    get change() {
      return field.value === before ? {} : { rating: Number(field.value) };
    },
  };
}
