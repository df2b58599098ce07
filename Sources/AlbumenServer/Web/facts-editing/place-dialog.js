import { ask } from "../dialogs/dialogs.js";
import { coordinatesIn } from "./coordinates.js";
import { element, labelled } from "./elements.js";
import { words } from "./words.js";

/** @typedef {import("./coordinates.js").Coordinates & { altitude?: number | null }} Place */
/** @typedef {import("../server/library-changes.js").AssetChange} AssetChange */

/** The most places that are offered. */
const mostOffered = 5;

/**
 * The places that the reader has set since the page was loaded, the latest first.
 * @type {Place[]}
 */
let recent = [];

/**
 * Asks for the place of photos.
 * @param {API.AssetSummary} summary
 * @returns {Promise<AssetChange | null>} empty if nothing changes; `null` if the reader cancels
 */
export function askPlace(summary) {
  const { count, places, placedCount, placeCount } = summary;
  const input = element("input", "");
  input.type = "text";
  input.autocomplete = "off";
  input.placeholder = words.coordinatesExample;
  input.setAttribute("autofocus", "");
  const isSame = placeCount === 1 && placedCount === count;
  const before = isSame ? inWords(places[0]) : "";
  input.value = before;
  const problem = element("p", "fact-problem");
  problem.setAttribute("role", "status");
  input.addEventListener("input", () => problem.replaceChildren());
  /** @type {Place | null} */
  let offered = null;
  const pick = (/** @type {Place} */ place) => {
    offered = place;
    input.value = inWords(place);
    problem.replaceChildren();
    input.focus();
  };
  const inSelection = isSame ? [] : places.slice(0, mostOffered)
    .map((place) => placeButton(place, `${inWords(place)} · ${words.placeOf(place.count)}`, pick));
  const others = recent.filter((place) => !places.some((other) => inWords(other) === inWords(place)))
    .map((place) => placeButton(place, inWords(place), pick));
  return ask({
    title: words.placeTitle(count), text: words.placeText(placedCount, count), confirm: words.save,
    draw: (/** @type {(answer: AssetChange) => void} */ done) => {
      const content = element("div", "fact-dialog", labelled(words.coordinates, input), problem);
      if (inSelection.length > 0) content.append(offers(words.samePlaces, inSelection));
      if (others.length > 0) content.append(offers(words.recentPlaces, others));
      if (placedCount > 0) {
        const name = count === 1 ? words.removePlace : words.removePlaces;
        const remove = element("button", "text-button fact-remove", name);
        remove.type = "button";
        remove.addEventListener("click", () => done({ location: null }));
        content.append(remove);
      }
      return [content];
    },
    answer: () => {
      const text = input.value.trim();
      if (text === before) return {};
      /** @type {Place | null} */
      const place = offered !== null && text === inWords(offered) ? offered : coordinatesIn(text);
      if (place === null) {
        problem.textContent = words.badCoordinates;
        input.focus();
        return null;
      }
      const { latitude, longitude, altitude = null } = place;
      recent = [place, ...recent.filter((other) => inWords(other) !== inWords(place))].slice(0, mostOffered);
      return { location: altitude === null ? { latitude, longitude } : { latitude, longitude, altitude } };
    },
  });
}

/** @param {Place} place */
function inWords({ latitude, longitude }) {
  return `${latitude}, ${longitude}`;
}

/**
 * @param {string} name
 * @param {HTMLElement[]} buttons
 */
function offers(name, buttons) {
  const group = element("div", "fact-offers", element("p", "fact-hint", name), ...buttons);
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", name);
  return group;
}

/**
 * @param {Place} place
 * @param {string} text
 * @param {(place: Place) => void} pick
 */
function placeButton(place, text, pick) {
  const button = element("button", "fact-offer", text);
  button.type = "button";
  button.addEventListener("click", () => pick(place));
  return button;
}
