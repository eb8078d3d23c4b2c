/**
 * Limits notices that one person can cause repeatedly. The first one of a kind is sent immediately.
 * Further ones wait for a digest, in which a later notice replaces an earlier one about the same
 * thing. Emails about money and emails that contain a person's message are never dropped, unless a
 * later one describes the current state. Counts are read without a lock, so a person who acts many
 * times at the same moment may exceed a limit by at most the number of database connections.
 */

import { and, eq, gt, inArray, isNotNull, isNull, like, or, type SQL } from "drizzle-orm";
import type { Context } from "../context.ts";
import { decrypt, encrypt, keyedHash } from "../crypto.ts";
import type { Db } from "../db/connection.ts";
import { mailNotices } from "../db/tables/mail-notices.table.ts";
import type { Mail, Notice } from "./mail.ts";

const hour = 60 * 60 * 1000;

/**
 * How many notices are sent to one recipient immediately. RATE_LIMIT_FACTOR multiplies these
 * limits.
 */
const limits = {
  /** Of the same kind about the same subject, per hour. */
  same: 1,
  /** From one sender, per hour and per day. A teacher may move a week's classes one by one. */
  sender: 6,
  senderDaily: 24,
  /** About one course, per hour, because many students who enroll are many senders. */
  course: 12,
  /** In total, per hour, because one person may have many accounts. */
  recipient: 30,
};

const sealPurpose = "waiting-mail";

/**
 * Decides in the transaction whether a notice is sent immediately. Otherwise, stores it for a
 * digest.
 * @returns whether to send it.
 */
export async function admitNotice(
  context: Context,
  tx: Db,
  mail: Mail,
  notice: Notice,
): Promise<boolean> {
  const { sender, courseId, about, kind, lasting = false, isState = !lasting } = notice;
  const recipient = recipientOf(context, mail);
  const mayGo = await isWithinLimits(context, tx, recipient, notice);
  const replaced = await tx
    .delete(mailNotices)
    .where(
      and(
        isWaitingFor(recipient),
        eq(mailNotices.about, about),
        inArray(mailNotices.lasting, lasting && isState ? [true, false] : [false]),
      ),
    )
    .returning({ createdAt: mailNotices.createdAt });
  const row = { recipient, sender, courseId, about, kind, lasting };
  await tx.insert(mailNotices).values(
    mayGo
      ? row
      : {
          ...row,
          sealed: await seal(context, mail),
          // Keep the time of the replaced notice. Otherwise repeated changes could delay the digest
          // forever.
          ...(replaced[0] ?? {}),
        },
  );
  return mayGo;
}

async function isWithinLimits(
  { config }: Context,
  tx: Db,
  recipient: string,
  { sender, courseId, about, kind }: Notice,
): Promise<boolean> {
  const now = Date.now();
  const sent = await tx
    .select()
    .from(mailNotices)
    .where(
      and(
        eq(mailNotices.recipient, recipient),
        isNull(mailNotices.sealed),
        gt(mailNotices.createdAt, new Date(now - 24 * hour)),
        or(gt(mailNotices.createdAt, new Date(now - hour)), eq(mailNotices.sender, sender)),
      ),
    );
  const recent = sent.filter(({ createdAt }) => createdAt.getTime() > now - hour);
  const isFree = (rows: unknown[], limit: number) =>
    rows.length < Math.max(1, Math.floor(limit * config.rateLimitFactor));
  const isOfSender = (row: { sender: string }) => row.sender === sender;
  return (
    isFree(
      recent.filter((row) => row.about === about && row.kind === kind),
      limits.same,
    ) &&
    isFree(recent.filter(isOfSender), limits.sender) &&
    isFree(sent.filter(isOfSender), limits.senderDaily) &&
    isFree(
      recent.filter((row) => courseId !== undefined && row.courseId === courseId),
      limits.course,
    ) &&
    isFree(recent, limits.recipient)
  );
}

/**
 * Guardians of several children get a separate digest for each, because they can unsubscribe from
 * each.
 */
function recipientOf(
  { config }: Context,
  { to, unsubscribe }: Pick<Mail, "to" | "unsubscribe">,
): string {
  const child = unsubscribe?.list === "guardian" ? ` ${unsubscribe.profileId}` : "";
  return keyedHash(config.appSecret, "notice-recipient", `${to}${child}`);
}

export function isWaitingFor(recipient: string): SQL | undefined {
  return and(eq(mailNotices.recipient, recipient), isNotNull(mailNotices.sealed));
}

type StoredMail = Omit<Mail, "validUntil"> & { validUntil?: number };

function seal({ config }: Context, { notice: _, validUntil, ...mail }: Mail): Promise<string> {
  const stored: StoredMail = {
    ...mail,
    ...(validUntil === undefined ? {} : { validUntil: validUntil.getTime() }),
  };
  return encrypt(config.appSecret, sealPurpose, JSON.stringify(stored));
}

/** Decrypts an email that waits for a digest. */
export async function unseal({ config }: Context, sealed: string): Promise<Mail> {
  const { validUntil, ...mail }: StoredMail = JSON.parse(
    await decrypt(config, sealPurpose, sealed),
  );
  return { ...mail, ...(validUntil === undefined ? {} : { validUntil: new Date(validUntil) }) };
}

/** What notices to members of a course are about. None of it matters to a deleted account. */
const courseSubjects = ["class:", "meeting:", "removed-classes:"];

/**
 * Deletes notices to a deleted account that wait for a digest, except those that must not be
 * dropped, such as those about refunds.
 */
export async function forgetNotices(context: Context, tx: Db, address: string): Promise<void> {
  const recipient = recipientOf(context, { to: address });
  const isOfCourse = courseSubjects.map((subject) => like(mailNotices.about, `${subject}%`));
  const isForgotten = or(eq(mailNotices.lasting, false), ...isOfCourse);
  await tx.delete(mailNotices).where(and(isWaitingFor(recipient), isForgotten));
}
