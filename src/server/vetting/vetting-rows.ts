/** The rows of a review, and the changes that all transitions have in common. */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { VettingEventKind, VettingScope } from "#lib/vetting/vetting.rules.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { vettingEvents, vettings } from "../db/tables/vetting.table.ts";
import { teacherNotFound } from "../profile-not-found.ts";

export type VettingRow = typeof vettings.$inferSelect;

export interface LockedVetting {
  row: VettingRow;
  userId: string;
  /** Whether the profile has the badge. */
  isVerified: boolean;
}

/**
 * The review of a teacher, locked with the profile until the transaction ends, so that two changes
 * happen one after the other. The row is added if it is missing.
 * @throws AppError `not_found`.
 */
export async function lockVetting(tx: Db, teacherId: string): Promise<LockedVetting> {
  const [profile] = await tx
    .select({ userId: profiles.userId, isVerified: profiles.verified })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, teacherId), eq(profiles.role, "teacher"), isNull(users.deletedAt)))
    .for("no key update", { of: profiles });
  if (!profile) throw teacherNotFound();
  await tx.insert(vettings).values({ teacherId }).onConflictDoNothing();
  const [row] = await tx.select().from(vettings).where(eq(vettings.teacherId, teacherId));
  if (!row) throw new Error("The review was not stored");
  return { row, ...profile };
}

/** Changes a locked review, and gives it a new version. */
export async function changeVetting(
  tx: Db,
  teacherId: string,
  change: Partial<typeof vettings.$inferInsert> = {},
): Promise<void> {
  await tx
    .update(vettings)
    .set({ ...change, version: sql`${vettings.version} + 1`, updatedAt: new Date() })
    .where(eq(vettings.teacherId, teacherId));
}

/** Adds or removes the badge. */
export async function setBadge(tx: Db, teacherId: string, verified: boolean): Promise<void> {
  await tx.update(profiles).set({ verified }).where(eq(profiles.id, teacherId));
}

interface NewEvent {
  kind: VettingEventKind | "note";
  authorId?: string;
  reason?: string;
  scope?: VettingScope[];
  until?: string;
}

/** Adds an entry to the history of a review. */
export async function addEvent(tx: Db, teacherId: string, event: NewEvent): Promise<void> {
  await tx.insert(vettingEvents).values({ teacherId, ...event });
}
