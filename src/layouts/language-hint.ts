/**
 * Offers to show a page in the browser's language (`LanguageHint.astro`), until the visitor closes
 * the offer. All offers are in the HTML, so the page is the same for everyone, and nobody is
 * redirected. The script runs before the content below it is drawn, so that nothing moves.
 */
import { createHash } from "node:crypto";

const source = `
{
  const hint = document.currentScript.parentElement;
  const page = document.documentElement.lang;
  const offers = [...hint.querySelectorAll("p")];
  let storage = {};
  try {
    storage = localStorage;
  } catch {}
  hint.onclick = (e) => {
    if (!e.target.closest("button")) return;
    storage.languageHint = "closed";
    hint.hidden = true;
  };
  if (!storage.languageHint) for (const each of navigator.languages) {
    const language = each.split("-")[0];
    const offer = offers.find((p) => p.lang == language);
    if (offer) hint.hidden = offer.hidden = false;
    if (offer || language == page) break;
  }
}
`;

export const languageHint = source.replaceAll(/\n\s*/g, "\n").trim();

/** The script's hash for the content security policy. */
export const languageHintHash: `sha256-${string}` = `sha256-${createHash("sha256").update(languageHint).digest("base64")}`;
