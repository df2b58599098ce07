import { words } from "./words.js";

const sheetText = `
  dialog { box-sizing: border-box; inline-size: min(420px, calc(100vw - 32px)); padding: 20px; border: 0;
    border-radius: 14px; background: #ffffff; color: #1d1c1a; font: 16px/1.45 system-ui, sans-serif;
    box-shadow: 0 12px 40px rgb(0 0 0 / 0.3); }
  dialog::backdrop { background: rgb(0 0 0 / 0.4); }
  h2 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; }
  p { margin: 0 0 12px; }
  label { display: grid; gap: 4px; font-weight: 600; }
  input[type="text"] { box-sizing: border-box; inline-size: 100%; min-block-size: 44px; padding: 0 12px;
    border: 1px solid #767470; border-radius: 8px; background: #ffffff; color: inherit; font: inherit; font-weight: 400; }
  .error { margin: 8px 0 0; color: #a8200d; }
  .error:empty { display: none; }
  .buttons { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; margin-block-start: 16px; }
  .button { display: inline-grid; place-items: center; min-block-size: 44px; padding: 0 16px;
    border: 1px solid #767470; border-radius: 22px; background: none; color: inherit; font: inherit; cursor: pointer; }
  .button.first { border-color: #f6b545; background: #f6b545; color: #1d1404; font-weight: 600; }
  .button:focus-visible, input[type="text"]:focus-visible { outline: 3px solid #3478f6;
    outline-offset: 2px; }
  @media (prefers-color-scheme: dark) {
    dialog { background: #232327; color: #f4f3f1; }
    input[type="text"] { border-color: #95938f; background: #131315; }
    .button { border-color: #95938f; }
    .error { color: #ff9a8a; }
  }
`;

/** The port at which `albumen serve --listen` listens by default. */
const usualPort = "8421";

/**
 * Returns the origin of a library's address as a person types it, or `null` if it's no address of one.
 * @param {string} text such as `attic.local`, `192.168.1.5:8421` or a link of the library
 */
export function libraryOrigin(text) {
  const typed = text.trim();
  if (typed === "") return null;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(typed);
  let url;
  try {
    url = new URL(hasScheme ? typed : `https://${typed}`);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "") return null;
  // Names that are typed without a port are those of `albumen serve`, not of a proxy.
  if (!hasScheme && url.port === "" && !typed.split("/")[0].endsWith(":443")) url.port = usualPort;
  return url.origin;
}

/**
 * Asks for the address of the user's library.
 * @template Value
 * @param {(origin: string) => Value} chosen called in the click, in which a window can be opened
 * @param {{ signal?: AbortSignal }} options
 * @returns {Promise<Value | null>} what `chosen` returns, or `null` if the user cancels
 */
export function askForLibrary(chosen, { signal } = {}) {
  signal?.throwIfAborted();
  const host = document.createElement("albumen-connect");
  const root = host.attachShadow({ mode: "open" });
  // Unlike a style element, this is no inline style for the page's policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(sheetText);
  root.adoptedStyleSheets = [sheet];
  const dialog = document.createElement("dialog");
  const address = document.createElement("input");
  address.type = "text";
  address.inputMode = "url";
  address.placeholder = words.addressExample;
  for (const name of ["autocapitalize", "autocomplete", "autocorrect"]) address.setAttribute(name, "off");
  address.spellcheck = false;
  const failure = line("error", "");
  failure.id = "failure";
  failure.setAttribute("role", "alert");
  address.setAttribute("aria-describedby", failure.id);
  const form = document.createElement("form");
  form.noValidate = true;
  const label = document.createElement("label");
  label.append(words.address, address);
  const title = document.createElement("h2");
  title.id = "title";
  title.textContent = words.connectTitle;
  dialog.setAttribute("aria-labelledby", title.id);
  const buttons = document.createElement("div");
  buttons.className = "buttons";
  const cancel = button(words.cancel, "button");
  const connect = button(words.connect, "submit");
  connect.classList.add("first");
  buttons.append(cancel, connect);
  form.append(title, line("", words.connectText), label, failure, buttons);
  dialog.append(form);
  root.append(dialog);
  document.body.append(host);
  dialog.showModal();
  address.focus();
  return new Promise((resolve, reject) => {
    const close = () => {
      signal?.removeEventListener("abort", stop);
      // Gives the focus back to the page.
      dialog.close();
      host.remove();
    };
    const stop = () => {
      close();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
    const leave = () => {
      close();
      resolve(null);
    };
    cancel.addEventListener("click", leave);
    dialog.addEventListener("cancel", leave);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const origin = libraryOrigin(address.value);
      if (origin === null) {
        failure.textContent = words.noAddress;
        address.setAttribute("aria-invalid", "true");
        address.focus();
        return;
      }
      close();
      resolve(chosen(origin));
    });
  });
}

/**
 * @param {string} text
 * @param {"button" | "submit"} type
 */
function button(text, type) {
  const made = document.createElement("button");
  made.type = type;
  made.className = "button";
  made.textContent = text;
  return made;
}

/**
 * @param {string} name
 * @param {string} text
 */
function line(name, text) {
  const made = document.createElement("p");
  made.className = name;
  made.textContent = text;
  return made;
}
