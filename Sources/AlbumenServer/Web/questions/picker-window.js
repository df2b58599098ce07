/**
 * Opens a session of the picker in a window of its own. Call it in a click: browsers open windows only then, so the
 * window opens blank before the server has created the session.
 * @param {() => Promise<string>} create returns the session's number
 * @param {object} browser stands in for the browser in tests
 * @param {(address: string, target: string) => Window | null} [browser.open]
 * @param {{ assign: (address: string) => void }} [browser.location]
 */
export async function openPickerWindow(create, {
  open = (address, target) => window.open(address, target), location = window.location,
} = {}) {
  const opened = open("about:blank", "_blank");
  try {
    const address = pickerAddress(await create());
    // If the browser opens no window, the picker takes the place of this page.
    if (opened === null) location.assign(address);
    else opened.location.replace(new URL(address, document.baseURI).href);
  } catch (error) {
    opened?.close();
    throw error;
  }
}

/**
 * The address of a session's page.
 * @param {string} number
 */
export function pickerAddress(number) {
  return `/picker?number=${encodeURIComponent(number)}`;
}
