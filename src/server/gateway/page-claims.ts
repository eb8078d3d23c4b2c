/**
 * The About page's figures and testimonials. Its Markdown contains those of the demo, between marks
 * that `Claims.astro` writes, followed by one item with placeholders.
 */
import type { Language } from "#lib/languages.ts";
import { type LocalizedText, pickText, type SettingValues } from "#lib/settings/settings.ts";
import { escapeHtml } from "./escape-html.ts";

export interface Claims {
  /** Null keeps those of the page. */
  figures: SettingValues["aboutFigures"];
  testimonials: SettingValues["aboutTestimonials"];
}

/** The placeholders of an item. */
export const openClaim = {
  figure: "claim-figure.invalid",
  label: "claim-label.invalid",
  name: "claim-name.invalid",
  line: "claim-line.invalid",
  text: "claim-text.invalid",
} as const;

const claims = /<!--claims:(figures|testimonials)-->(.*?)<!--item-->(.*?)<!--\/claims-->/gs;
const row = /(<div class="card-row[^>]*>).*?<\/div>/s;

/** Replaces the claims of a page, or removes them with their heading if there are none. */
export function fillClaims(html: string, chosen: Claims, language: Language): string {
  return html.replaceAll(claims, (_, kind: keyof Claims, shown: string, item: string) => {
    const items = chosen[kind];
    if (items === null) return shown;
    if (items.length === 0) return "";
    const filled = items.map((values) => fillItem(item, values, language)).join("");
    return shown.replace(row, (_whole, start: string) => `${start}${filled}</div>`);
  });
}

function fillItem(
  item: string,
  values: Record<string, string | LocalizedText>,
  language: Language,
): string {
  let filled = item;
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === "string" ? value : pickText(value, language).text;
    const open = openClaim[name as keyof typeof openClaim];
    filled = filled.replaceAll(open, () => escapeHtml(text));
  }
  return filled;
}
