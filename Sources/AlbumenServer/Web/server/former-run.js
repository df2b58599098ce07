/**
 * Continues at the entrance of the server, which leads to its present name. The page's own name is a former run's.
 * @param {Location} page
 */
export function leaveFormerRun(page = location) {
  page.replace(entranceAddress(page));
}

/**
 * Returns the address of the same page at the entrance, whose name is the page's without its first part.
 * @param {Pick<Location, "protocol" | "host" | "pathname" | "search" | "hash">} page
 */
export function entranceAddress({ protocol, host, pathname, search, hash }) {
  return `${protocol}//${host.slice(host.indexOf(".") + 1)}${pathname}${search}${hash}`;
}
