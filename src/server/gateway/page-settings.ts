/**
 * Configured values that pages show. They are unknown at build time, so prerendered pages contain
 * placeholders, which the gateway replaces when it loads the files.
 */
import { inEachLanguage, type Language, languageFacts, languages } from "#lib/languages.ts";
import {
  isShown,
  type LegalEntity,
  pickText,
  type StoredAnnouncement,
  standardFee,
} from "#lib/settings/settings.ts";
import type { Config } from "../config/config.ts";
import type { SettingsStore } from "../context.ts";
import { findSupportAddress } from "../settings/settings-defaults.ts";
import { escapeHtml } from "./escape-html.ts";
import { type Claims, fillClaims } from "./page-claims.ts";

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
  supportAddress: string;
  legalEntity: LegalEntity | null;
  /** The banner, while it is shown. */
  announcement: StoredAnnouncement | null;
  claims: Claims;
}

export type SettingsConfig = Pick<
  Config,
  "appUrl" | "appKey" | "env" | "stripe" | "zoom" | "mail" | "platformFeePercent" | "languages"
>;

export function readPageSettings({ config, settings }: PageContext): PageSettings {
  const { appUrl, appKey, env, stripe, zoom, mail, languages } = config;
  const now = new Date();
  const announcement = settings.read("announcement");
  const fee = standardFee(settings.read("platformFee"), config.platformFeePercent, now);
  return {
    appUrl,
    appKey,
    isDemo: env === "demo" && (stripe.sandbox || zoom.sandbox || mail.sandbox),
    platformFeePercent: String(fee),
    languages,
    supportAddress: findSupportAddress(settings.read("supportAddress"), config),
    legalEntity: settings.read("legalEntity"),
    announcement: announcement && isShown(announcement, now) ? announcement : null,
    claims: {
      figures: settings.read("aboutFigures"),
      testimonials: settings.read("aboutTestimonials"),
    },
  };
}

export interface PageContext {
  config: SettingsConfig;
  settings: Pick<SettingsStore, "read">;
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
  supportAddress: "support-address.invalid",
  legalEntity: {
    name: "legal-name.invalid",
    address: "legal-address.invalid",
    registration: "legal-registration.invalid",
  },
  announcement: {
    text: inEachLanguage("announcement-text.invalid"),
    startsAt: "",
    endsAt: "",
    revision: 0,
  },
  claims: { figures: null, testimonials: null },
};

const demoBanner = /<aside data-demo\b.*?<\/aside>/gs;
/** The hint and the menus (`LanguageHint.astro`, `LanguageMenu.astro`, `LanguageList.astro`). */
const languageMenus =
  /<aside data-language-hint\b.*?<\/aside>|<section data-language-menu\b.*?<\/section>|<nav data-languages="footer".*?<\/nav>/gs;
/** The entries of the menus, and the links to the page in other languages in its head. */
const languageEntries =
  /<p data-offer lang="(\w+)"[^>]*>.*?<\/p>|<a [^>]*?\bhreflang="([\w-]+)"[^>]*>[^<]*<\/a>|<link rel="alternate" hreflang="([\w-]+)"[^>]*>|<meta property="og:locale:alternate" data-language="(\w+)"[^>]*>/g;

/**
 * The banner (`Announcement.astro`) and the elements that name the legal entity
 * (`LegalEntity.astro`).
 */
const announcements = /<aside data-announcement=.*?<\/aside>/gs;
const legalEntities = /<p data-legal\b.*?<\/p>/gs;

/** Replaces the placeholders in a prerendered page of the given language. */
export function fillPage(html: string, settings: PageSettings, language: Language): string {
  const { appUrl, appKey, isDemo, platformFeePercent, languages: offered } = settings;
  const filled = html
    .replaceAll(openSettings.appUrl, () => appUrl)
    .replaceAll(openSettings.appKey, () => escapeHtml(appKey))
    .replaceAll(openSettings.platformFeePercent, () => platformFeePercent)
    .replaceAll(openSettings.supportAddress, () => escapeHtml(settings.supportAddress))
    .replaceAll(announcements, (banner) => fillBanner(banner, settings.announcement, language))
    .replaceAll(legalEntities, (part) => fillLegalEntity(part, settings.legalEntity));
  const translated = keepLanguages(fillClaims(filled, settings.claims, language), offered);
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

function fillBanner(
  banner: string,
  announcement: StoredAnnouncement | null,
  language: Language,
): string {
  if (!announcement) return "";
  const shown = pickText(announcement.text, language);
  // Text in the page's own language has its font and needs no mark.
  const lang = shown.language === language ? "" : ` lang="${shown.language}"`;
  return banner
    .replace(
      /^<aside data-announcement="\d"/,
      `<aside data-announcement="${announcement.revision}"`,
    )
    .replace(/<span dir="\w+"/, `<span${lang} dir="${languageFacts[shown.language].direction}"`)
    .replace(/data-close-hint="\d"/, `data-close-hint="${announcement.revision}"`)
    .replaceAll("announcement-text.invalid", () => escapeHtml(shown.text));
}

function fillLegalEntity(part: string, entity: LegalEntity | null): string {
  if (!entity) return "";
  return part
    .replaceAll("legal-name.invalid", () => escapeHtml(entity.name))
    .replaceAll("legal-address.invalid", () => writeLines(entity.address))
    .replaceAll("legal-registration.invalid", () => writeLines(entity.registration));
}

const writeLines = (text: string): string => escapeHtml(text).replaceAll("\n", "<br>");
