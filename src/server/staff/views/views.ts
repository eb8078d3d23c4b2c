/**
 * Viewing the site as a person. A view is a row that belongs to a staff session. The person gets
 * no session and no token, so nothing can act as the person. Its pages are rendered by
 * `page-scope/view-page.ts`.
 */
import { and, eq, gt, inArray, isNull, lte, notExists, or, type SQL } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { hasStaffRole, secondFactorHours, viewMinutes, viewRoles } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/translate.ts";
import type { SessionActor } from "../../accounts/sessions/session-actor.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { sessions, users } from "../../db/tables/accounts.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { staffMembers, staffViews } from "../../db/tables/staff.table.ts";
import { transact } from "../../db/transact.ts";
import { recordStaffAction } from "../audit.ts";
import type { StaffMember } from "../staff-actor.ts";
import { mailViewedPerson } from "./views.mails.ts";

const t = getTexts("staffViews");

type ViewRow = typeof staffViews.$inferSelect;

/** A view that hasn't ended, with the person as an actor. */
export interface ActiveView {
  id: string;
  reason: string;
  startedAt: Date;
  expiresAt: Date;
  actor: SessionActor;
  /** The person's time zone. */
  timeZone: string | null;
}

/**
 * Starts a view in the session of a member of staff. An earlier view of the session ends.
 * @throws AppError `not_found`; `conflict` for staff, who can't be viewed.
 */
export function startView(
  context: Context,
  staff: StaffMember,
  { sessionId }: Pick<Actor, "sessionId">,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ id: string; expiresAt: Date }> {
  return transact(context.db, async (tx) => {
    // Two views that start at once must not both stay.
    await tx
      .select({ userId: staffMembers.userId })
      .from(staffMembers)
      .where(eq(staffMembers.userId, staff.userId))
      .for("update");
    const [person] = await tx
      .select({ id: users.id, staffRole: staffMembers.role })
      .from(users)
      .leftJoin(staffMembers, eq(staffMembers.userId, users.id))
      .where(and(eq(users.id, userId), isNull(users.deletedAt)));
    if (!person) throw new AppError("not_found", t("server.noPerson"));
    if (person.staffRole) throw new AppError("conflict", t("server.isStaff"));
    const earlier = await tx
      .select()
      .from(staffViews)
      .where(and(eq(staffViews.sessionId, sessionId), isNull(staffViews.endedAt)))
      .for("update");
    for (const view of earlier) await end(context, tx, view, "replaced");
    const expiresAt = new Date(Date.now() + viewMinutes * 60_000);
    const [view] = await tx
      .insert(staffViews)
      .values({ staffId: staff.userId, sessionId, userId, reason, expiresAt })
      .returning({ id: staffViews.id });
    if (!view) throw new Error("The view could not be stored");
    await recordStaffAction(tx, staff, {
      kind: "start-view",
      subjectKind: "person",
      subjectId: userId,
      reason,
      details: { view: view.id, minutes: viewMinutes },
    });
    return { id: view.id, expiresAt };
  });
}

/** Ends a view of the member of staff. Has no effect on one that has ended. */
export async function endView(
  context: Context,
  { userId }: Pick<StaffMember, "userId">,
  viewId: string,
): Promise<void> {
  await transact(context.db, async (tx) => {
    const [view] = await tx
      .select()
      .from(staffViews)
      .where(
        and(eq(staffViews.id, viewId), eq(staffViews.staffId, userId), isNull(staffViews.endedAt)),
      )
      .for("update");
    if (view) await end(context, tx, view, "staff");
  });
}

/**
 * The view, if this staff session started it and it is still allowed: the role may have changed,
 * and the person may have become staff or deleted the account.
 */
export async function findView(
  { db }: Pick<Context, "db">,
  { sessionId, staff }: Pick<Actor, "sessionId" | "staff">,
  viewId: string,
): Promise<ActiveView | undefined> {
  if (!staff || !hasStaffRole(staff.role, viewRoles)) return undefined;
  const [row] = await db
    .select({
      view: staffViews,
      email: users.email,
      userName: users.name,
      profileId: profiles.id,
      profileName: profiles.name,
      role: profiles.role,
      photo: profiles.profileImageUrl,
      timeZone: profiles.timeZone,
    })
    .from(staffViews)
    .innerJoin(users, eq(users.id, staffViews.userId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(staffMembers, eq(staffMembers.userId, users.id))
    .where(
      and(
        eq(staffViews.id, viewId),
        eq(staffViews.sessionId, sessionId),
        isNull(staffViews.endedAt),
        gt(staffViews.expiresAt, new Date()),
        isNull(users.deletedAt),
        isNull(staffMembers.userId),
      ),
    );
  if (!row) return undefined;
  const { view, email, userName, profileId, profileName, role, photo, timeZone } = row;
  const { id, reason, startedAt, expiresAt, userId } = view;
  const profile = profileId !== null && role !== null ? { id: profileId, role } : null;
  const name = profileName ?? userName;
  const actor = { userId, sessionId: id, email, name, photo, profile, view: id };
  return { id, reason, startedAt, expiresAt, actor, timeZone };
}

/** Ends the views whose time has passed, or whose staff session or role has ended. */
export async function endDueViews(context: Context): Promise<void> {
  const open = await context.db
    .select({ id: staffViews.id })
    .from(staffViews)
    .where(isDue(context.db));
  for (const { id } of open) {
    await transact(context.db, async (tx) => {
      const [view] = await tx
        .select()
        .from(staffViews)
        .where(and(eq(staffViews.id, id), isNull(staffViews.endedAt)))
        .for("update");
      if (view) await end(context, tx, view, "time");
    });
  }
}

function isDue(db: Db): SQL | undefined {
  const now = new Date();
  const factorLimit = new Date(now.getTime() - secondFactorHours * 60 * 60_000);
  const live = db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(staffMembers, eq(staffMembers.userId, sessions.userId))
    .where(
      and(
        eq(sessions.id, staffViews.sessionId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        gt(sessions.secondFactorAt, factorLimit),
        inArray(staffMembers.role, ["owner", ...viewRoles]),
      ),
    );
  return and(isNull(staffViews.endedAt), or(lte(staffViews.expiresAt, now), notExists(live)));
}

/** Notifies the person, and records the end. The view must be locked. */
async function end(
  context: Context,
  tx: Db,
  { id, staffId, userId, reason, startedAt, expiresAt }: ViewRow,
  by: "staff" | "time" | "replaced",
): Promise<void> {
  const endedAt = new Date(Math.min(Date.now(), expiresAt.getTime()));
  await tx.update(staffViews).set({ endedAt }).where(eq(staffViews.id, id));
  await recordStaffAction(
    tx,
    { userId: staffId },
    {
      kind: "end-view",
      subjectKind: "person",
      subjectId: userId,
      reason: "",
      details: { view: id, by },
    },
  );
  await mailViewedPerson(context, tx, userId, { reason, startedAt, endedAt });
}
