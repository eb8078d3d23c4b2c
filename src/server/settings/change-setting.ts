/** Stores a setting. Who may change which one is decided by the console's calls. */
import { eq } from "drizzle-orm";
import type { SettingInput, SettingKey, StoredAnnouncement } from "#lib/settings/settings.ts";
import type { Db } from "../db/connection.ts";
import { settings } from "../db/tables/settings.table.ts";

/** Browsers remember which banner they closed by a digit, because style sheets can't compare more. */
const revisions = 10;

/**
 * Stores a value, or goes back to the default if it is null or undefined. All servers are notified
 * at the commit; the caller calls `context.settings.reload()` afterward, so that its own response is
 * already about the new value.
 *
 * @returns the values before and after, for the log.
 */
export async function storeSetting<Key extends SettingKey>(
  tx: Db,
  key: Key,
  value: SettingInput<Key>,
  changedBy: string | null,
): Promise<{ before: unknown; after: unknown }> {
  const isThis = eq(settings.key, key);
  // Two changes at once would otherwise both record the same value as the one before.
  const [row] = await tx.select().from(settings).where(isThis).for("update");
  const before = row?.value ?? null;
  if (value === null) {
    await tx.delete(settings).where(isThis);
    return { before, after: null };
  }
  const after = key === "announcement" ? withRevision(value as never, before) : value;
  const changed = { value: after as unknown, changedAt: new Date(), changedBy };
  await tx
    .insert(settings)
    .values({ key, ...changed })
    .onConflictDoUpdate({ target: settings.key, set: changed });
  return { before, after };
}

/** A changed banner is shown again to visitors who closed the one before. */
function withRevision(value: StoredAnnouncement, before: unknown): StoredAnnouncement {
  const last = (before as StoredAnnouncement | null)?.revision ?? Date.now();
  return { ...value, revision: (last + 1) % revisions };
}
