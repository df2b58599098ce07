import { GalleryPage } from "./gallery-page.js";
import { Library } from "./library.js";
import { language } from "./words.js";

// The server bundles this module with its dependencies, so top-level `await` is impossible here.
document.documentElement.lang = language;
new GalleryPage(new Library()).start();
