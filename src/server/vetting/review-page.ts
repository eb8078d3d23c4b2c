/** One teacher with everything that reviewers need for a decision. */
import { and, asc, desc, eq, isNull } from "drizzle-orm";
import type { VettingDetail, VettingEvent } from "#lib/vetting/vetting.responses.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { paymentAccounts } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { vettingEvents, vettings } from "../db/tables/vetting.table.ts";
import { teacherNotFound } from "../profile-not-found.ts";
import { hasOthers } from "../staff/own-affairs.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { readCredentials } from "./credentials.ts";
import { listDocuments } from "./documents.ts";
import { reviewers } from "./permissions.ts";
import { findListedVetting } from "./review-list.ts";

/**
 * Reviewers who are teachers don't read the interview notes about themselves, if someone else reviews.
 * @throws AppError `not_found` ("Teacher not found").
 */
export async function findVetting(
  { db }: Context,
  staff: Pick<StaffMember, "userId">,
  teacherId: string,
): Promise<VettingDetail> {
  const listed = await findListedVetting(db, teacherId);
  const [account] = await db
    .select({
      userId: users.id,
      email: users.email,
      version: vettings.version,
      scope: vettings.scope,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .leftJoin(vettings, eq(vettings.teacherId, profiles.id))
    .where(eq(profiles.id, teacherId));
  if (!listed || !account) throw teacherNotFound();
  const { userId, email, version, scope } = account;
  const hidesNotes = userId === staff.userId && (await hasOthers(db, staff, reviewers));
  return {
    ...listed,
    ...(await readCredentials(db, teacherId)),
    userId,
    email,
    // The version of a new row.
    version: version ?? 1,
    scope: scope ?? [],
    documentList: await listDocuments(db, teacherId),
    events: (await readEvents(db, teacherId)).filter(({ kind }) => !hidesNotes || kind !== "note"),
    paymentAccount: await findAccountState(db, teacherId),
  };
}

async function readEvents(db: Db, teacherId: string): Promise<VettingEvent[]> {
  const rows = await db
    .select({ event: vettingEvents, by: users.name })
    .from(vettingEvents)
    .leftJoin(users, eq(users.id, vettingEvents.authorId))
    .where(eq(vettingEvents.teacherId, teacherId))
    .orderBy(asc(vettingEvents.createdAt), asc(vettingEvents.id));
  return rows.map(({ event, by }) => ({
    _id: event.id,
    kind: event.kind,
    by,
    reason: event.reason,
    scope: event.scope,
    until: event.until,
    at: event.createdAt.toISOString(),
  }));
}

/** What the payment provider last reported about the teacher's identity. */
async function findAccountState(
  db: Db,
  teacherId: string,
): Promise<VettingDetail["paymentAccount"]> {
  const [account] = await db
    .select({
      country: paymentAccounts.country,
      detailsSubmitted: paymentAccounts.detailsSubmitted,
      chargesEnabled: paymentAccounts.chargesEnabled,
    })
    .from(paymentAccounts)
    .where(and(eq(paymentAccounts.teacherId, teacherId), isNull(paymentAccounts.closedAt)))
    .orderBy(desc(paymentAccounts.createdAt))
    .limit(1);
  return account ?? null;
}
