import { getContext } from "#server/context.ts";
import {
  openSettings,
  type PageSettings,
  readPageSettings,
} from "#server/gateway/page-settings.ts";

export { type Claims, openClaim } from "#server/gateway/page-claims.ts";

/**
 * The part of the configuration that pages show. Prerendered pages contain placeholders. The
 * development server renders them like all other pages.
 */
export function settingsFor(page: { isPrerendered: boolean }): PageSettings {
  const isMadeAtBuild = page.isPrerendered && import.meta.env.PROD;
  return isMadeAtBuild ? openSettings : readPageSettings(getContext());
}
