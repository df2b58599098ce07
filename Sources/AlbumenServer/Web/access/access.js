import { Library } from "../server/library.js";
import { language } from "../common/words.js";
import { AccessPage } from "./access-page.js";

document.documentElement.lang = language;
new AccessPage(new Library()).start();
