// Tests of the pure functions of the views of years and months. The gallery's tests run them in the page.
import { cardTarget } from "/web/periods/card-keys.js";
import { cardLayout } from "/web/periods/card-layout.js";
import { periodIndex, periodName, periodsOf } from "/web/periods/periods.js";
import { ViewSwitch } from "/web/periods/view-switch.js";

function assertEqual(actual, expected, message = "values") {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${message}: ${one} is not ${other}`);
}

const day = (text) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

const months = [
  { day: day("2024-05-01"), first: 0, count: 10 }, { day: day("2024-02-01"), first: 10, count: 5 },
  { day: day("2021-12-01"), first: 15, count: 1 }, { day: day("1969-12-01"), first: 16, count: 2 },
  { day: null, first: 18, count: 3 },
];

export const tests = {
  "periods: months have their own names": () => {
    assertEqual(periodsOf(months, "months").map(({ name }) => name),
      ["2024-05", "2024-02", "2021-12", "1969-12", "undated"]);
    assertEqual(periodName(day("0987-03-05"), "months"), "0987-03");
    assertEqual(periodName(day("0987-03-05"), "years"), "0987");
  },

  "periods: a year has the photos of its months": () => {
    assertEqual(periodsOf(months, "years").map(({ name, first, count }) => [name, first, count]),
      [["2024", 0, 15], ["2021", 15, 1], ["1969", 16, 2], ["undated", 18, 3]]);
    assertEqual(periodsOf([], "years"), []);
  },

  "periods: a place is found in coarser and finer views, and else the next older": () => {
    const [byMonth, byYear] = [periodsOf(months, "months"), periodsOf(months, "years")];
    const places = [null, "2024-02", "2024", "2023-07", "2022", "2021", "1950", "undated", "2030"];
    assertEqual(places.map((at) => periodIndex(byMonth, at)), [0, 1, 0, 2, 2, 2, 4, 4, 0]);
    assertEqual(["2024-02", "2021-01", "2020-12"].map((at) => periodIndex(byYear, at)), [0, 1, 2]);
    assertEqual([periodIndex([], null), periodIndex([], "2024")], [-1, -1]);
    assertEqual(periodIndex(byMonth.slice(0, 2), "2020"), 1, "the last if none is older");
  },

  "cards: wide windows have more columns, and all cards fit": () => {
    for (const [width, columns] of [[390, 1], [760, 2], [1208, 4], [2300, 7]]) {
      const layout = cardLayout(width, 100, "months");
      assertEqual(layout.columns, columns, `columns at ${width}`);
      const last = layout.place(columns - 1);
      if (last.left + last.width > width) throw new Error(`${last.left} + ${last.width} at ${width}`);
      const bottom = layout.place(99).top + layout.rowHeight;
      if (bottom > layout.height + 4) throw new Error(`${bottom} is below ${layout.height}`);
    }
    assertEqual(cardLayout(1208, 100, "years").columns, 2);
  },

  "cards: keys move by cards, rows and windows": () => {
    const cards = { count: 10, columns: 4, rows: 2 };
    const actions = ["left", "right", "up", "down", "pageDown", "first", "last", "open"];
    assertEqual(actions.map((action) => cardTarget(action, 5, cards)), [4, 6, 1, 9, 9, 0, 9, null]);
    assertEqual([cardTarget("up", 2, cards), cardTarget("down", 8, cards)], [2, 8], "the ends");
    assertEqual(cardTarget("down", 7, cards), 9, "a shorter last row");
    assertEqual(cardTarget("last", 0, { ...cards, count: 0 }), null, "no cards");
  },

  "view: the chosen button is pressed": () => {
    const chosen = [];
    const view = new ViewSwitch((unit) => chosen.push(unit));
    const buttons = [...view.element.querySelectorAll("button")];
    const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
    const pressed = () => buttons.filter(isPressed).map(({ dataset }) => dataset.unit);
    assertEqual(pressed(), ["days"]);
    buttons[0].click();
    assertEqual([chosen, pressed()], [["years"], ["days"]], "the address decides");
    view.unit = "years";
    assertEqual(pressed(), ["years"]);
  },
};
