/**
 * What pages show of the configuration. A page made at build time can't know it, so it leaves the
 * places open, and the front fills them in when it loads the files.
 */
import type { Config } from "../config/config.ts";

export interface PageSettings {
  /** Public origin, for addresses that must be absolute. */
  appUrl: string;
  appKey: string;
  /** Whether the page says that payments, meetings or mails are the sandbox's. */
  isDemo: boolean;
  /** The platform's share of a paid seat, in percent, as pages write it. */
  platformFeePercent: string;
}

export type SettingsConfig = Pick<
  Config,
  "appUrl" | "appKey" | "env" | "stripe" | "zoom" | "mail" | "platformFeePercent"
>;

export function readPageSettings(config: SettingsConfig): PageSettings {
  const { appUrl, appKey, env, stripe, zoom, mail, platformFeePercent } = config;
  const isDemo = env === "demo" && (stripe.sandbox || zoom.sandbox || mail.sandbox);
  return { appUrl, appKey, isDemo, platformFeePercent: String(platformFeePercent) };
}

/** What stands in a page at build time. `.invalid` belongs to nobody, so nothing is mistaken. */
export const openSettings: PageSettings = {
  appUrl: "https://app-url.invalid",
  appKey: "app-key.invalid",
  isDemo: true,
  platformFeePercent: "platform-fee-percent.invalid",
};

const demoBanner = /<aside data-demo\b.*?<\/aside>/gs;

/** A page made with `openSettings`, as it would be with these. */
export function fillPage(html: string, settings: PageSettings): string {
  const { appUrl, appKey, isDemo, platformFeePercent } = settings;
  const filled = html
    .replaceAll(openSettings.appUrl, () => appUrl)
    .replaceAll(openSettings.appKey, () => escapeHtml(appKey))
    .replaceAll(openSettings.platformFeePercent, () => platformFeePercent);
  return isDemo ? filled : filled.replaceAll(demoBanner, "");
}

const entities: Record<string, string> = { "&": "&amp;", '"': "&#34;", "<": "&lt;", ">": "&gt;" };

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&"<>]/g, (found) => entities[found] ?? found);
