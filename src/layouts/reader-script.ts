/**
 * The inline script of reader pages. It shows the page once the font of the Quran is decoded, which
 * takes some milliseconds although the font is in the style sheet (`src/styles/reader/page.css`), and
 * on pages in Arabic and Urdu that of rare letters (`src/styles/arabic-reader.css`).
 * It loads the scripts of the keys and the tools when they are first used or, for logged-in users,
 * as soon as the browser is idle, because their marks are part of the text
 * (docs/decisions/033-reader-tools.md). A mode looks chosen as soon as it is clicked, because its page
 * takes a second to arrive on slow phones. Without scripts, the links that it handles lead to the
 * beginning of the text.
 */
import { createHash } from "node:crypto";
import { readerScriptPath, readerToolsPath } from "./on-click-entry.ts";
import { removeSpaces } from "./remove-spaces.ts";

/** The ID of the message that is shown if the keys or the tools can't be loaded. */
export const toolsFailedId = "tools-failed";

const source = `
{
  const root = document.documentElement;
  const show=()=>root.dataset.fontReady="";
  document.fonts.load("1em Halaqa Quran,Urdu","\u06c1").then(show,show);
  const load = () => import("${readerScriptPath}");
  const fail = () => document.getElementById("${toolsFailedId}").showPopover();
  const loadTools = () => import("${readerToolsPath}");
  addEventListener("keydown", (e) => {
    const box = document.querySelector(".display[open]");
    if (box && e.key == "Escape") {
      box.open = false;
      box.firstElementChild.focus();
    }
    if (e.target.closest("input,select,textarea") || e.ctrlKey || e.metaKey || e.altKey || !/^([jkp/?]|Arrow(Left|Right))$/.test(e.key)) return;
    if (e.key == "/") e.preventDefault();
    load().then((r) => r.press(e.key), fail);
  });
  addEventListener("click", async (e) => {
    const link = e.target.closest("[data-reader-mode],[data-reader-act]") || e.target.closest("[data-verse] [lang=ar]");
    if (!link || e.defaultPrevented || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    if (link.dataset.readerMode) {
      e.preventDefault();
      link.ariaBusy = true;
      try { (await load()).keepPosition(link); } catch {}
      location = link.href;
    } else if (link.dataset.readerAct || (getSelection().isCollapsed && !link.closest("a"))) {
      if (link.dataset.readerAct) e.preventDefault();
      link.ariaBusy = true;
      try { await (await loadTools()).act(link, e); }
      catch { link.href ? location = link.href : fail(); }
      link.ariaBusy = null;
    }
  });
  addEventListener("submit", (e) => {
    if (!e.target.matches("[data-display]")) return;
    e.preventDefault();
    load().then((r) => r.applyOptions(e.target)).catch(() => e.target.submit());
  });
  try {
    if (sessionStorage.continueListening) loadTools().then((t) => t.continueListening()).catch(() => {});
  } catch {}
  if (root.hasAttribute("data-signed-in"))
    addEventListener("load", () => (window.requestIdleCallback || setTimeout)(() => loadTools().then((t) => t.start(), () => {})));
}
`;

export const readerScript = removeSpaces(source);

/** The script's hash for the content security policy. */
export const readerScriptHash: `sha256-${string}` = `sha256-${createHash("sha256").update(readerScript).digest("base64")}`;
