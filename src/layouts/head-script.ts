/**
 * The only inline script of the site. It sets the theme before the first paint and sets attributes
 * by which CSS detects whether the user is logged in, and in which role. It is a single string, so
 * that the page and the hash in the content security policy can't differ.
 *
 * The theme follows the system setting until the user chooses one. The choice is stored under three
 * keys in local storage: `darkMode`, `color-mode`, and `color-scheme`, which contains the current
 * theme. Other tabs follow it. The button cycles through the opposite of the system's theme, the
 * same theme as a fixed choice, and the system setting, which removes `darkMode`. Every click
 * except the last changes the visible theme.
 *
 * The script also stores the browser's time zone and hour cycle in cookies, for pages that show times. The first use of
 * `Intl` takes up to 50 ms on a computer, so the zone comes from `Temporal`, if the browser has it, and the hour cycle is
 * stored after a click. Until then, the server assumes the usual one.
 *
 * A page transition is skipped when another navigation follows at once, or when the tab is in the
 * background. The browser then rejects the transition's promise `ready`, and reports that as an
 * error unless the script handles it.
 *
 * It also names the banner that the visitor closed (`announcement.ts`), and the first of the browser's languages that the product has (`language-hint.ts`).
 *
 * Links with `data-dialog` and buttons with `data-log-out` or `data-zone` load their code when they are clicked.
 * If that fails, or if a modifier key is held, the browser follows the link.
 */
import { createHash } from "node:crypto";
import { languages } from "#lib/languages.ts";
import { embeddedBrowser } from "#lib/plans/sales-place.ts";
import { clockCookie } from "#lib/time/hour-cycle.ts";
import { zoneCookie } from "#lib/time/zone-cookie.ts";
import { onClickPath } from "./on-click-entry.ts";
import { removeSpaces } from "./remove-spaces.ts";

const source = `
{
  const doc = document,
    root = doc.documentElement,
    shown = root.dataset,
    preference = matchMedia("(prefers-color-scheme: dark)"),
    mode = "color-mode";
  let store = {};
  const report = fact => doc.cookie = fact + ";path=/",
    format = () => Intl.DateTimeFormat([], { hour: "numeric" }).resolvedOptions();
  try {
    store = localStorage;
    report("${zoneCookie}=" + (window.Temporal?.Now.timeZoneId() || format().timeZone));
  } catch {}
  const apply = () => {
    const chosen = { true: "dark", false: "light" }[store.darkMode] || store[mode],
      isDark = chosen == "dark" || (chosen != "light" && preference.matches),
      look = isDark ? "dark" : "light";
    shown.theme = look;
    shown.mode = chosen || "system";
    root.classList.toggle("dark", isDark);
    doc.querySelector("meta[name=theme-color]").content = isDark ? "#1f2937" : "#ffffff";
    if (chosen) store["color-scheme"] = look;
    root.toggleAttribute("data-signed-in", store.isAuthenticated == "true");
    shown.role = store.userRole || "";
    root.style.setProperty("--unread", store.unreadMessages || "none");
  };
  apply();
  shown.hint = store.languageHint || /\\b(?:${languages.join("|")})\\b/.exec(navigator.languages);
  shown.closed = store.announcement;
  if (${embeddedBrowser}.test(navigator.userAgent)) shown.noSales = "";
  preference.onchange = onstorage = onpageshow = apply;
  onpageswap = onpagereveal = e => e.viewTransition?.ready.catch(() => {});
  onclick = async e => {
    setTimeout(() => report("${clockCookie}=" + (format().hour12 ? 12 : 24)));
    if (e.target.closest("[data-theme-toggle]")) {
      const isDark = shown.theme == "dark",
        back = shown.mode != "system" && isDark == preference.matches;
      store.darkMode = !isDark;
      store[mode] = back ? "system" : isDark ? "light" : "dark";
      if (back) delete store.darkMode;
      apply();
    }
    const link = e.target.closest("[data-dialog],[data-log-out],[data-close-hint],[data-zone]");
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    link.ariaBusy = true;
    try { await (await import("${onClickPath}")).act(link); } catch { location = link.href || ""; }
    link.ariaBusy = null;
  };
}
`;

/** Short forms of names that occur in no string of the script. */
const names: Readonly<Record<string, string>> = {
  root: "r",
  shown: "d",
  store: "s",
  apply: "a",
  chosen: "c",
  fade: "f",
  doc: "n",
  preference: "p",
  look: "k",
  report: "t",
  fact: "x",
  format: "o",
  isDark: "i",
  back: "b",
  link: "l",
};

export const headScript = removeSpaces(source).replaceAll(
  new RegExp(`\\b(?:${Object.keys(names).join("|")})\\b`, "g"),
  (name) => names[name] ?? name,
);

/** The script's hash for the content security policy. */
export const headScriptHash: `sha256-${string}` = `sha256-${createHash("sha256").update(headScript).digest("base64")}`;
