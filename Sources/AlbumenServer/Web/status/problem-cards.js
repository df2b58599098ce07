import { icon } from "../common/icons.js";
import { libraryAlbum, printAddress } from "../address/page-history.js";
import { element } from "../side-page/elements.js";
import { words } from "./words.js";

/**
 * Returns a card for each problem, with the next step.
 * @param {API.LibraryStatus} status
 */
export function problemCards({ problems, damages }) {
  return problems.map((problem) => {
    const card = element("article", "status-problem");
    card.dataset.code = problem.code;
    if (problem.isFault) card.dataset.fault = "";
    const title = element("h2", "status-problem-title");
    title.append(icon("warning"), words.problem[problem.code](problem.count ?? 0));
    card.append(title);
    if (problem.code === "damagedOriginals") card.append(damageList(damages));
    // The messages have reasons and names. They are in English.
    const text = element("p", "status-problem-text", problem.message);
    const remedy = element("p", "status-problem-text", problem.remedy);
    for (const paragraph of [text, remedy]) paragraph.lang = "en";
    card.append(text, remedy);
    return card;
  });
}

/** @param {API.LibraryStatus["damages"]} damages */
function damageList(damages) {
  const list = element("ul", "status-damages");
  list.append(...damages.map(({ asset, kind, name }) => {
    const link = element("a", "status-damage", name);
    link.href = `/${printAddress({ album: libraryAlbum, asset })}`;
    const item = element("li");
    item.append(link, ` ${words.damage[kind]}`);
    return item;
  }));
  return list;
}
