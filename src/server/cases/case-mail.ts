/** Emails of a case. Each one is part of the case's history and continues one thread. */
import { and, eq, isNull } from "drizzle-orm";
import type { Language } from "#lib/languages.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { users } from "../db/tables/accounts.table.ts";
import { caseNotes, type caseReports } from "../db/tables/cases.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import {
  findRecipient,
  mailPerson,
  mailPersonAndGuardian,
  type RecipientMail,
} from "../guardians/recipients.ts";
import { sendMail } from "../mail/mail.jobs.ts";

const t = getTexts("cases");

type ReportRow = typeof caseReports.$inferSelect;

const week = 7 * 24 * 60 * 60 * 1000;

type Write = () => Pick<RecipientMail, "subject" | "content">;

/** How an email appears in the case's history. */
interface Entry {
  caseId: string;
  /** The member of staff who wrote the email. Without one, it is an automatic email. */
  authorId?: string | undefined;
  /** The staff member's own words. */
  text: string;
  /** The ID of the staff member's request. */
  requestId?: string;
}

/**
 * The parts that all emails of a case share. Replies go to the support address, because the site
 * only sends email. The number in the subject shows staff which case an answer belongs to.
 */
function addToCaseThread(caseId: string, noteId: string, { subject, content }: ReturnType<Write>) {
  return {
    subject: `${subject} [${caseId}]`,
    content: { ...content, note: t("mail.number", { number: isolatedInRtl(caseId) }) },
    replyTo: getSupportAddress(),
    thread: { id: noteId, root: caseId },
    validUntil: new Date(Date.now() + week),
  };
}

/**
 * Emails the person who reported, at the address that they have entered, if any. Deleted accounts and
 * automatic reports get no email.
 */
export async function mailReporter(
  context: Context,
  tx: Db,
  report: ReportRow,
  { caseId, authorId, text, requestId }: Entry,
  write: Write,
): Promise<void> {
  const account = report.reporterId ? await findAccountOf(tx, report.reporterId) : undefined;
  const email = report.email ?? account?.email;
  if (!email || (report.reporterId && !account)) return;
  const language: Language = account?.language ?? report.language;
  const noteId = newId("cnt");
  const mail = runWithLanguage(language, () => addToCaseThread(caseId, noteId, write()));
  await sendMail(context, tx, {
    ...mail,
    to: email,
    language,
    content: { ...mail.content, recipientName: report.name ?? account?.name ?? null },
  });
  await tx.insert(caseNotes).values({
    id: noteId,
    caseId,
    kind: "sent",
    recipient: "reporter",
    recipientId: report.reporterId,
    authorId,
    text,
    requestId,
  });
}

/**
 * Emails the person whom a case is about, and a child's guardian. Accounts without a profile get
 * the email too, but deleted accounts don't.
 */
export async function mailConcerned(
  context: Context,
  tx: Db,
  userId: string,
  { caseId, authorId, text, requestId }: Entry,
  write: Write,
): Promise<void> {
  const noteId = newId("cnt");
  const [profile] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  const recipient = profile && (await findRecipient(tx, profile.id));
  const account = profile ? undefined : await findAccountOf(tx, userId);
  const writeForThread = () => addToCaseThread(caseId, noteId, write());
  if (recipient) await mailPersonAndGuardian(context, tx, recipient, writeForThread);
  else if (account) await mailPerson(context, tx, { ...account, hourCycle: null }, writeForThread);
  else return;
  await tx.insert(caseNotes).values({
    id: noteId,
    caseId,
    kind: "sent",
    recipient: "person",
    recipientId: userId,
    authorId,
    text,
    requestId,
  });
}

async function findAccountOf(tx: Db, userId: string) {
  const [account] = await tx
    .select({ name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return account;
}
