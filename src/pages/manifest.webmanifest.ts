/** The web app manifest. It contains only relative URLs, so it can be generated at build time. */

import type { APIRoute } from "astro";
import { defaultLanguage, languageFacts } from "#lib/languages.ts";
import { site } from "#lib/site/site.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("site");

export const prerender = true;

const icon = (name: string, size: number, purpose: "any" | "maskable" = "any") => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

export const GET: APIRoute = () =>
  Response.json({
    id: "/",
    name: site.name,
    short_name: site.name,
    description: t("description"),
    lang: defaultLanguage,
    dir: languageFacts[defaultLanguage].direction,
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#f7f0e2",
    theme_color: "#ffffff",
    categories: ["education"],
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      icon("192", 192),
      icon("512", 512),
      icon("maskable-512", 512, "maskable"),
    ],
    shortcuts: [
      { name: "Courses", url: "/courses" },
      { name: "Dashboard", url: "/dashboard" },
    ],
  });
