import { continueFromHome } from "./address/last-place.js";
import { GalleryPage } from "./page/gallery-page.js";
import { Library } from "./server/library.js";
import { language } from "./common/words.js";

// The server bundles this module with its dependencies, so top-level `await` is impossible here.
document.documentElement.lang = language;
continueFromHome();
new GalleryPage(new Library()).start();
