/**
 * The inline script of reader pages. It shows the page once the font of the Quran is decoded, which
 * takes some milliseconds although the font is in the style sheet (`src/styles/reader.css`). It loads the reader's script at the first key or click that
 * needs it. Without scripts, the links that it handles lead to the start of what the page shows.
 */
import { createHash } from "node:crypto";
import { readerScriptPath } from "./on-click-entry.ts";

const source = `
{
  const show = () => document.documentElement.dataset.fontReady = "";
  document.fonts.load("1em Halaqa Quran").then(show, show);
  const load = () => import("${readerScriptPath}");
  addEventListener("keydown", async (e) => {
    const typing = e.target.closest("input,select,textarea");
    if (typing || e.ctrlKey || e.metaKey || e.altKey || !/^([jk/?]|Arrow(Left|Right))$/.test(e.key)) return;
    if (e.key == "/") e.preventDefault();
    (await load()).press(e.key);
  });
  addEventListener("click", async (e) => {
    const link = e.target.closest("[data-reader-mode]");
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    try { (await load()).keepPosition(link); } catch {}
    location = link.href;
  });
}
`;

export const readerScript = source.replaceAll(/\n\s*/g, "\n").trim();

/** The script's hash for the content security policy. */
export const readerScriptHash: `sha256-${string}` = `sha256-${createHash("sha256").update(readerScript).digest("base64")}`;
