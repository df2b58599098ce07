import { forgetPlaces } from "../address/remembered-places.js";
import { Library } from "../server/library.js";
import { language } from "../common/words.js";
import { AccessPage } from "./access-page.js";

document.documentElement.lang = language;
const library = new Library();
library.addEventListener("closed", forgetPlaces);
new AccessPage(library).start();
