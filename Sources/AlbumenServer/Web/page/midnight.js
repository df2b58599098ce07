const millisecondsPerDay = 86_400_000;

/** How long after midnight the action is called, in milliseconds, because clocks differ a little. */
const afterMidnight = 60_000;

/**
 * Calls an action after each midnight (UTC), when the server's bound of the future moves.
 * @param {() => void} action
 */
export function afterEachMidnight(action) {
  const left = millisecondsPerDay - (Date.now() % millisecondsPerDay);
  setTimeout(() => {
    afterEachMidnight(action);
    action();
  }, left + afterMidnight);
}
