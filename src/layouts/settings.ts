import { getContext } from "#server/context.ts";
import {
  openSettings,
  type PageSettings,
  readPageSettings,
} from "#server/gateway/page-settings.ts";

/**
 * What a page shows of the configuration. Pages that are made at build time leave it open; the
 * development server makes them like all others.
 */
export function settingsFor(page: { isPrerendered: boolean }): PageSettings {
  const isMadeAtBuild = page.isPrerendered && import.meta.env.PROD;
  return isMadeAtBuild ? openSettings : readPageSettings(getContext().config);
}
