/**
 * Offers to show a page in the browser's language (`LanguageHint.astro`), until the visitor closes
 * the offer. All offers are in the HTML, so the page is the same for everyone, and nobody is
 * redirected. The head script writes the first of the browser's languages that the product has into
 * `data-hint` of `<html>`, and this style shows the offer in it, but not in print. It is part of the
 * HTML because the style sheet of public pages has no room.
 */
import { createHash } from "node:crypto";
import { languages } from "#lib/languages.ts";

const hint = "[data-language-hint]";

/** The names of languages have the font of interface texts. Only pages in Arabic script load it. */
const autonyms = "[hreflang]:dir(rtl){font-family:Vazirmatn,system-ui,sans-serif}";

export const languageHint = `${hint},${hint} p{display:none}@media screen{${languages
  .map(
    (each) =>
      `[data-hint=${each}] ${hint}:has([lang=${each}]),[data-hint=${each}] ${hint} [lang=${each}]`,
  )
  .join(",")}{display:block}}${autonyms}`;

/** The style's hash for the content security policy. */
export const languageHintHash: `sha256-${string}` = `sha256-${createHash("sha256").update(languageHint).digest("base64")}`;
