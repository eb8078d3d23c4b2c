/**
 * What pages show of the configuration. A page made at build time can't know it, so it leaves the
 * places open, and the front fills them in when it loads the files.
 */
import type { Config } from "../config.ts";

export interface PageSettings {
  /** Public origin, for addresses that must be absolute. */
  appUrl: string;
  appKey: string;
  /** Whether the page says that payments, meetings or mails are the sandbox's. */
  isDemo: boolean;
}

export type SettingsConfig = Pick<Config, "appUrl" | "appKey" | "env" | "stripe" | "zoom" | "mail">;

export function readPageSettings(config: SettingsConfig): PageSettings {
  const { appUrl, appKey, env, stripe, zoom, mail } = config;
  const isDemo = env === "demo" && (stripe.sandbox || zoom.sandbox || mail.sandbox);
  return { appUrl, appKey, isDemo };
}

/** What stands in a page at build time. `.invalid` belongs to nobody, so nothing is mistaken. */
export const openSettings: PageSettings = {
  appUrl: "https://app-url.invalid",
  appKey: "app-key.invalid",
  isDemo: true,
};

const demoBanner = /<aside data-demo\b.*?<\/aside>/gs;

/** A page made with `openSettings`, as it would be with these. */
export function fillPage(html: string, { appUrl, appKey, isDemo }: PageSettings): string {
  const filled = html
    .replaceAll(openSettings.appUrl, () => appUrl)
    .replaceAll(openSettings.appKey, () => escapeHtml(appKey));
  return isDemo ? filled : filled.replaceAll(demoBanner, "");
}

const entities: Record<string, string> = { "&": "&amp;", '"': "&#34;", "<": "&lt;", ">": "&gt;" };

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&"<>]/g, (found) => entities[found] ?? found);
