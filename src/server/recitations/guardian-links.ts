/**
 * Guardians of children have no account. A link in their emails shows them their child's lessons in
 * a course. It is signed over the guardian's address, so that it ends when the address changes or
 * the child has grown up, and by itself when another one is sent or the child leaves the course.
 */
import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { guardianConsentTexts } from "#lib/guardians/guardian-consent.ts";
import type { RecitationLog } from "#lib/recitations/recitation-views.ts";
import {
  guardianMailMinutes,
  guardianPagePath,
  recitationMessages,
  recitationsPageSize,
} from "#lib/recitations/recitations.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { equalHashes, keyedHash } from "../crypto.ts";
import type { Db } from "../db/connection.ts";
import { guardianLinks } from "../db/tables/recitations.table.ts";
import { findGuardianFields, findOrRequestGuardian, type Guardian } from "../guardians/guardian.ts";
import { mailGuardianLink } from "./guardian.mails.ts";
import { guardianJob } from "./guardian-job.ts";
import { readLog } from "./read-lessons.ts";
import { findSeat, requireSeat, type Seat, type SeatKey } from "./seat.ts";

export type GuardianLink = typeof guardianLinks.$inferSelect;

const renewLimit = { name: "guardian-links", points: 5, duration: 60 * 60 };

/** Has the guardian told of what is about to be written down, if there is one to be reached. */
export async function queueGuardianEmail(context: Context, tx: Db, key: SeatKey): Promise<void> {
  const guardianFields = await findGuardianFields(tx, key.studentId);
  if (!guardianFields || !(await findOrRequestGuardian(context, tx, guardianFields))) return;
  const now = new Date();
  await tx
    .insert(guardianLinks)
    .values({ ...key, toldUntil: new Date(now.getTime() - 1) })
    .onConflictDoNothing();
  const [link] = await tx.select().from(guardianLinks).where(isOf(key)).for("update");
  // One that is overdue by as much has lost its job.
  const isToCome = (mail: Date) => mail.getTime() > now.getTime() - guardianMailMinutes * 60_000;
  if (!link || (link.mailAt && isToCome(link.mailAt))) return;
  const mailAt = new Date(now.getTime() + guardianMailMinutes * 60_000);
  await tx.update(guardianLinks).set({ mailAt }).where(eq(guardianLinks.id, link.id));
  await context.jobs.send(tx, guardianJob, { linkId: link.id }, { startAfter: mailAt });
}

/**
 * Emails a new link to the guardian of the acting student; the one before it ends with that.
 * @throws AppError `forbidden` for all who aren't in the course; `conflict` without a guardian who
 * can be reached; `rate_limited`.
 */
export async function renewGuardianLink(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<void> {
  const student = requireStudent(actor);
  const key = { courseId, studentId: student.profile.id };
  const seat = await requireSeat(context.db, student, key);
  const { guardian } = seat;
  await context.limits.consume(renewLimit, student.profile.id);
  await context.db.transaction(async (tx) => {
    if (!guardian)
      throw new AppError(
        "conflict",
        seat.guardianState === "none" ? recitationMessages.noGuardian : guardianConsentTexts.notYet,
      );
    const issuedAt = new Date();
    const [link] = await tx
      .insert(guardianLinks)
      .values({ ...key, issuedAt, toldUntil: issuedAt })
      .onConflictDoUpdate({
        target: [guardianLinks.courseId, guardianLinks.studentId],
        set: { issuedAt },
      })
      .returning();
    if (!link) throw new Error("The link was not stored");
    await mailGuardianLink(context, tx, seat, guardian, linkUrl(context.config, link, guardian));
  });
}

export interface GuardianPage extends RecitationLog {
  guardian: Guardian;
  /** IANA zone of the child. */
  childZone: string;
}

/**
 * What the link's holder may read: the chart, and the lessons in pages.
 * @throws AppError `not_found` for links that never were or have ended, all alike.
 */
export async function readGuardianPage(
  { db, config }: Context,
  token: string,
  page = 1,
): Promise<GuardianPage> {
  const seat = await findSeatByToken(db, config, token);
  if (!seat?.guardian) throw new AppError("not_found", recitationMessages.noLink);
  const log = await readLog(db, seat, { page, limit: recitationsPageSize });
  return { ...log, guardian: seat.guardian, childZone: seat.studentZone };
}

/**
 * From now on the link opens nothing; the next mail brings a new one.
 * @throws AppError `not_found` as `readGuardianPage`.
 */
export async function revokeGuardianLink({ db, config }: Context, token: string): Promise<void> {
  const seat = await findSeatByToken(db, config, token);
  if (!seat) throw new AppError("not_found", recitationMessages.noLink);
  await db.update(guardianLinks).set({ issuedAt: new Date() }).where(isOf(seat));
}

async function findSeatByToken(db: Db, config: Config, token: string): Promise<Seat | undefined> {
  const [, id, signature] = /^(gdl_\w{20})\.([\w-]{43})$/.exec(token) ?? [];
  if (!id || !signature) return undefined;
  const [link] = await db.select().from(guardianLinks).where(eq(guardianLinks.id, id));
  const seat = link && (await findSeat(db, link));
  const guardian = seat?.guardian;
  if (!link || !guardian) return undefined;
  const secrets = [config.appSecret, config.previousAppSecret].filter((each) => each !== undefined);
  const isSigned = secrets.some((secret) => equalHashes(signature, sign(secret, link, guardian)));
  return isSigned ? seat : undefined;
}

export function linkUrl(
  { appUrl, appSecret }: Pick<Config, "appUrl" | "appSecret">,
  link: GuardianLink,
  guardian: Guardian,
): string {
  return `${appUrl}${guardianPagePath}/${link.id}.${sign(appSecret, link, guardian)}`;
}

function sign(appSecret: string, { id, issuedAt }: GuardianLink, { address }: Guardian): string {
  return keyedHash(appSecret, "guardian-link", `${id} ${issuedAt.toISOString()} ${address}`);
}

const isOf = ({ courseId, studentId }: SeatKey) =>
  and(eq(guardianLinks.courseId, courseId), eq(guardianLinks.studentId, studentId));
