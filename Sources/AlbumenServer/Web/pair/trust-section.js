import { element } from "../side-page/elements.js";
import { words } from "./words.js";

/** Returns the section that explains how a device trusts the server's certificate. */
export function trustSection() {
  const section = element("section", "pair-trust");
  const link = element("a", "", words.download);
  link.href = "/authority.crt";
  link.download = "albumen.crt";
  const line = element("p");
  line.append(link);
  const steps = element("dl", "pair-steps");
  for (const [system, text] of words.systems) steps.append(element("dt", "", system), element("dd", "", text));
  section.append(
    element("h2", "", words.trust), element("p", "", words.trustText), line, steps, element("p", "", words.trustWhy),
  );
  return section;
}
