/** Stores a setting. The console's calls decide who may change which one. */
import { eq, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { SettingInput, SettingKey, StoredAnnouncement } from "#lib/settings/settings.ts";
import { getTexts } from "#translations/translate.ts";
import type { Db } from "../db/connection.ts";
import { settings } from "../db/tables/settings.table.ts";

const t = getTexts("settings");

/** Browsers remember which banner they closed by a digit, because style sheets can't compare more. */
const revisions = 10;

/**
 * Stores a value, or restores the default if it is null or undefined. All servers are notified
 * at the commit; the caller calls `context.settings.reload()` afterward, so that its own response is
 * already about the new value.
 *
 * @param seenAt when the value that the member of staff has seen was stored, ISO 8601; null if they
 * have seen the default. Undefined overwrites any value.
 * @returns the values before and after, for the log.
 * @throws AppError `conflict` if someone else has changed the setting since then.
 */
export async function storeSetting<Key extends SettingKey>(
  tx: Db,
  key: Key,
  value: SettingInput<Key>,
  changedBy: string | null,
  seenAt?: string | null,
): Promise<{ before: unknown; after: unknown }> {
  const isThis = eq(settings.key, key);
  // Two changes at once would otherwise both record the same value as the one before. There is no row
  // to lock before the first change.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${key}`}, 0))`);
  const [row] = await tx.select().from(settings).where(isThis);
  if (seenAt !== undefined && (row?.changedAt.toISOString() ?? null) !== seenAt) {
    throw new AppError("conflict", t("server.changed"));
  }
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
