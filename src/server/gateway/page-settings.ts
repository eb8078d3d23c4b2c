/**
 * Configured values that pages show. Pages rendered at build time don't know them, so they contain
 * placeholders, which the gateway replaces when it loads the files.
 */
import type { Config } from "../config/config.ts";

export interface PageSettings {
  /** The public origin, for absolute URLs. */
  appUrl: string;
  appKey: string;
  /** Whether pages show a notice that payments, meetings or emails go to the sandbox. */
  isDemo: boolean;
  /** The platform's fee in percent, as shown on pages. */
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

/**
 * The placeholders at build time. `.invalid` is a reserved domain, so they can't be confused with
 * real values.
 */
export const openSettings: PageSettings = {
  appUrl: "https://app-url.invalid",
  appKey: "app-key.invalid",
  isDemo: true,
  platformFeePercent: "platform-fee-percent.invalid",
};

const demoBanner = /<aside data-demo\b.*?<\/aside>/gs;

/** Replaces the placeholders in a prerendered page. */
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
