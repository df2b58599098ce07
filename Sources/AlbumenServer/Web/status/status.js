import { Library } from "../server/library.js";
import { language } from "../common/words.js";
import { StatusPage } from "./status-page.js";

document.documentElement.lang = language;
new StatusPage(new Library()).start();
