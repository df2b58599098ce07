import { Library } from "../server/library.js";
import { language } from "../common/words.js";
import { PickerPage } from "./picker-page.js";

// The server bundles this module with its dependencies, so top-level `await` is impossible here.
document.documentElement.lang = language;
new PickerPage(new Library(), new URLSearchParams(location.search).get("number") ?? "").start();
