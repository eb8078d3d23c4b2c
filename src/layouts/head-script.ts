/**
 * The only inline script of the site: it sets the theme before the first paint and tells CSS who
 * is looking. One string, so that the page and the content security policy's hash can't differ.
 *
 * The theme is the system's until a person chooses. A choice drives three keys of local storage:
 * `darkMode`, `color-mode`, and `color-scheme`, the one in effect. Other tabs follow it. The button
 * goes from the system's theme to the opposite, then to the same one chosen for good, then back to
 * the system's, which removes `darkMode`: every click but the last changes what one sees.
 *
 * It also tells the server the browser's time zone, for pages that show times.
 *
 * Links with `data-dialog` and buttons with `data-log-out` load what they need when they are
 * clicked. A link that can't is followed; with a key held down it is the browser's.
 */
import { createHash } from "node:crypto";
import { zoneCookie } from "#lib/time/zone-cookie.ts";
import { onClickPath } from "./on-click-entry.ts";

const source = `
{
  const root = document.documentElement;
  const shown = root.dataset;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const mode = "color-mode";
  let storage = {};
  try {
    storage = localStorage;
    document.cookie = "${zoneCookie}=" + Intl.DateTimeFormat().resolvedOptions().timeZone + ";path=/";
  } catch {}
  const apply = () => {
    const chosen = { true: "dark", false: "light" }[storage.darkMode] || storage[mode];
    const dark = chosen == "dark" || (chosen != "light" && system.matches);
    const scheme = dark ? "dark" : "light";
    shown.theme = scheme;
    shown.mode = chosen || "system";
    root.classList.toggle("dark", dark);
    document.querySelector("meta[name=theme-color]").content = dark ? "#1f2937" : "#ffffff";
    if (chosen) storage["color-scheme"] = scheme;
    root.toggleAttribute("data-signed-in", storage.isAuthenticated == "true");
    shown.role = storage.userRole || "";
    root.style.setProperty("--unread", storage.unreadMessages || "none");
  };
  apply();
  system.onchange = onstorage = onpageshow = apply;
  onclick = async (e) => {
    if (e.target.closest("[data-theme-toggle]")) {
      const dark = shown.theme == "dark";
      const back = shown.mode != "system" && dark == system.matches;
      storage.darkMode = !dark;
      storage[mode] = back ? "system" : dark ? "light" : "dark";
      if (back) delete storage.darkMode;
      apply();
    }
    const link = e.target.closest("[data-dialog],[data-log-out]");
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    link.ariaBusy = true;
    try { await (await import("${onClickPath}")).act(link); } catch { location = link.href || ""; }
    link.ariaBusy = null;
  };
}
`;

/** Without the white space that is for people. No text in the script has such a sign between spaces. */
export const headScript = source
  .replaceAll(/\n\s*/g, "\n")
  .replaceAll(/ (=>|[=!]=|\|\||&&|[=?:+]) /g, "$1")
  .trim();

/** The source expression of the script for the content security policy. */
export const headScriptHash: `sha256-${string}` = `sha256-${createHash("sha256").update(headScript).digest("base64")}`;
