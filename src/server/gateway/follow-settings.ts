/** Shows changed settings on all pages, prerendered and cached ones, without a restart. */
import type { SettingsStore } from "../context.ts";
import type { PageCache } from "./page-cache/page-cache.ts";
import { type PageContext, readPageSettings } from "./page-settings.ts";
import type { StaticFiles } from "./static-files/static-files.ts";

/**
 * By the time pages are removed, the new settings apply, so the pages are rendered again with them.
 */
export function followSettings(
  context: PageContext & { settings: Pick<SettingsStore, "onChange"> },
  { files, cache }: { files: StaticFiles; cache: PageCache },
): void {
  context.settings.onChange(async () => {
    cache.purge("everything");
    await files.refill(readPageSettings(context));
  });
}
