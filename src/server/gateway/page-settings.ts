/**
 * Configured values that pages show. Pages rendered at build time don't know them, so they contain
 * placeholders, which the gateway replaces when it loads the files.
 */
import { type Language, languages } from "#lib/languages.ts";
import type { Config } from "../config/config.ts";

export interface PageSettings {
  /** The public origin, for absolute URLs. */
  appUrl: string;
  appKey: string;
  /** Whether pages show a notice that payments, meetings or emails go to the sandbox. */
  isDemo: boolean;
  /** The platform's fee in percent, as shown on pages. */
  platformFeePercent: string;
  /** The languages that people can choose. */
  languages: readonly Language[];
}

export type SettingsConfig = Pick<
  Config,
  "appUrl" | "appKey" | "env" | "stripe" | "zoom" | "mail" | "platformFeePercent" | "languages"
>;

export function readPageSettings(config: SettingsConfig): PageSettings {
  const { appUrl, appKey, env, stripe, zoom, mail, platformFeePercent, languages } = config;
  const isDemo = env === "demo" && (stripe.sandbox || zoom.sandbox || mail.sandbox);
  return { appUrl, appKey, isDemo, platformFeePercent: String(platformFeePercent), languages };
}

/**
 * The placeholders at build time. `.invalid` is a reserved domain, so they can't be confused with
 * real values.
 */
export const openSettings: PageSettings = {
  appUrl: "https://app-url.invalid",
  appKey: "app-key.invalid",
  isDemo: true,
  platformFeePercent: "platform-fee-percent.invalid",
  languages,
};

const demoBanner = /<aside data-demo\b.*?<\/aside>/gs;
/** The hint and the menus (`LanguageHint.astro`, `LanguageMenu.astro`, `LanguageList.astro`). */
const languageMenus =
  /<aside data-language-hint\b.*?<\/aside>|<section data-language-menu\b.*?<\/section>|<nav data-languages="footer".*?<\/nav>/gs;
/** The entries of the menus, and the links to the page in other languages in its head. */
const languageEntries =
  /<p data-offer lang="(\w+)"[^>]*>.*?<\/p>|<a [^>]*?\bhreflang="([\w-]+)"[^>]*>[^<]*<\/a>|<link rel="alternate" hreflang="([\w-]+)"[^>]*>|<meta property="og:locale:alternate" data-language="(\w+)"[^>]*>/g;

/** Replaces the placeholders in a prerendered page. */
export function fillPage(html: string, settings: PageSettings): string {
  const { appUrl, appKey, isDemo, platformFeePercent, languages: offered } = settings;
  const filled = html
    .replaceAll(openSettings.appUrl, () => appUrl)
    .replaceAll(openSettings.appKey, () => escapeHtml(appKey))
    .replaceAll(openSettings.platformFeePercent, () => platformFeePercent);
  const translated = keepLanguages(filled, offered);
  return isDemo ? translated : translated.replaceAll(demoBanner, "");
}

function keepLanguages(html: string, offered: readonly Language[]): string {
  const isOneOf = offered.length > 1;
  const kept = isOneOf ? html : html.replaceAll(languageMenus, "");
  return kept.replaceAll(languageEntries, (entry, inHint, inMenu, inHead, shared) => {
    const language = inHint ?? inMenu ?? inHead ?? shared;
    const isKept = isOneOf && (language === "x-default" || offered.includes(language));
    return isKept ? entry : "";
  });
}

const entities: Record<string, string> = { "&": "&amp;", '"': "&#34;", "<": "&lt;", ">": "&gt;" };

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&"<>]/g, (found) => entities[found] ?? found);
