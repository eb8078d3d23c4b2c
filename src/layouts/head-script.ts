/**
 * The only inline script of the site: it sets the theme before the first paint and tells CSS who
 * is looking. One string, so that the page and the content security policy's hash can't differ.
 */
import { createHash } from "node:crypto";

const source = `
(() => {
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const read = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const write = (key, value) => { try { localStorage.setItem(key, value); } catch {} };
  const apply = () => {
    const chosen = { true: "dark", false: "light" }[read("darkMode")];
    const mode = read("color-mode") || chosen || "system";
    const dark = mode === "dark" || (mode !== "light" && prefersDark.matches);
    const scheme = dark ? "dark" : "light";
    root.dataset.theme = scheme;
    root.classList.toggle("dark", dark);
    document.querySelector("meta[name=theme-color]").content = dark ? "#1f2937" : "#ffffff";
    if (read("color-scheme") !== scheme) write("color-scheme", scheme);
    root.toggleAttribute("data-signed-in", read("isAuthenticated") === "true");
    root.dataset.role = read("userRole") || "";
  };
  apply();
  prefersDark.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("pageshow", apply);
  addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-toggle]")) return;
    const dark = root.dataset.theme !== "dark";
    write("color-mode", dark ? "dark" : "light");
    write("darkMode", dark);
    apply();
  });
})();
`;

export const headScript = source.replaceAll(/\n\s*/g, "\n").trim();

/** The source expression of the script for the content security policy. */
export const headScriptHash: `sha256-${string}` = `sha256-${createHash("sha256").update(headScript).digest("base64")}`;
