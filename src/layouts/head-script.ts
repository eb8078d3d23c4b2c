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
import { zoneCookie } from "#lib/zone-cookie.ts";
import { onClickPath } from "./on-click-entry.ts";

const source = `
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  let storage = {};
  try {
    storage = localStorage;
    document.cookie = "${zoneCookie}=" + Intl.DateTimeFormat().resolvedOptions().timeZone + ";path=/";
  } catch {}
  const apply = () => {
    const chosen = { true: "dark", false: "light" }[storage.darkMode] || storage["color-mode"];
    const dark = chosen == "dark" || (chosen != "light" && system.matches);
    const scheme = dark ? "dark" : "light";
    root.dataset.theme = scheme;
    root.dataset.mode = chosen == "dark" || chosen == "light" ? chosen : "system";
    root.classList.toggle("dark", dark);
    document.querySelector("meta[name=theme-color]").content = dark ? "#1f2937" : "#ffffff";
    if (chosen && storage["color-scheme"] != scheme) storage["color-scheme"] = scheme;
    root.toggleAttribute("data-signed-in", storage.isAuthenticated == "true");
    root.dataset.role = storage.userRole || "";
    root.style.setProperty("--unread", storage.unreadMessages || "none");
  };
  apply();
  system.onchange = apply;
  addEventListener("storage", apply);
  addEventListener("pageshow", apply);
  addEventListener("click", async (event) => {
    const { target } = event;
    if (target.closest("[data-theme-toggle]")) {
      const [same, other] = system.matches ? ["dark", "light"] : ["light", "dark"];
      const { mode } = root.dataset;
      const next = mode == "system" ? other : mode == other ? same : "system";
      storage["color-mode"] = next;
      if (next == "system") delete storage.darkMode;
      else storage.darkMode = next == "dark";
      apply();
    }
    const link = target.closest("[data-dialog],[data-log-out]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    link.ariaBusy = true;
    try { await (await import("${onClickPath}")).act(link); } catch { location = link.href || ""; }
    link.ariaBusy = null;
  });
})();
`;

/** Without the white space that is for people. No text in the script has such a sign between spaces. */
export const headScript = source
  .replaceAll(/\n\s*/g, "\n")
  .replaceAll(/ (=>|[=!]=|\|\||&&|[=?:+]) /g, "$1")
  .trim();

/** The source expression of the script for the content security policy. */
export const headScriptHash: `sha256-${string}` = `sha256-${createHash("sha256").update(headScript).digest("base64")}`;
