import { Library } from "../library.js";
import { language } from "../words.js";
import { AccessPage } from "./access-page.js";

document.documentElement.lang = language;
new AccessPage(new Library()).start();
