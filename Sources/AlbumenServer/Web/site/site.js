import { language } from "../common/words.js";
import { Library } from "../server/library.js";
import { SitePage } from "./site-page.js";

document.documentElement.lang = language;
new SitePage(new Library()).start();
