import { language } from "../common/words.js";
import { PairPage } from "./pair-page.js";

document.documentElement.lang = language;
new PairPage().start();
