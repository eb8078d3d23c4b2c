/** What teachers see of their own review. */
import { and, desc, eq, ne } from "drizzle-orm";
import type { OwnVetting } from "#lib/vetting/vetting.responses.ts";
import type { VettingEventKind } from "#lib/vetting/vetting.rules.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "../db/tables/people.table.ts";
import { vettingEvents, vettings } from "../db/tables/vetting.table.ts";
import { readCredentials } from "./credentials.ts";
import { listDocuments } from "./documents.ts";
import { listLimits } from "./permissions.ts";

/** @throws AppError `forbidden` unless the actor is a teacher. */
export async function findOwnVetting(context: Context, actor: Actor): Promise<OwnVetting> {
  const { db } = context;
  const { id } = requireTeacher(actor).profile;
  const [found] = await db
    .select({ isVerified: profiles.verified, row: vettings })
    .from(profiles)
    .leftJoin(vettings, eq(vettings.teacherId, profiles.id))
    .where(eq(profiles.id, id));
  const isVerified = found?.isVerified ?? false;
  const row = found?.row;
  return {
    ...(await readCredentials(db, id)),
    status: row?.status ?? "draft",
    verifiedUntil: isVerified ? (row?.verifiedUntil ?? null) : null,
    scope: row?.scope ?? [],
    submittedAt: row?.submittedAt?.toISOString() ?? null,
    isVerified,
    documents: await listDocuments(db, id),
    lastEvent: await findLastEvent(db, id),
    limits: listLimits(context),
  };
}

/** Interview notes are for reviewers only. */
async function findLastEvent(db: Db, teacherId: string): Promise<OwnVetting["lastEvent"]> {
  const [event] = await db
    .select()
    .from(vettingEvents)
    .where(and(eq(vettingEvents.teacherId, teacherId), ne(vettingEvents.kind, "note")))
    .orderBy(desc(vettingEvents.createdAt), desc(vettingEvents.id))
    .limit(1);
  if (!event) return null;
  const { kind, reason, createdAt } = event;
  return { kind: kind as VettingEventKind, reason, at: createdAt.toISOString() };
}
