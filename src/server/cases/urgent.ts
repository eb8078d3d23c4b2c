/**
 * Notifies on-call staff of urgent safety concerns at once, no matter how many emails that takes,
 * and even if another report made the case urgent before.
 * Only concerns that visitors report are combined if there are many, because visitors need no
 * account.
 */
import { nameSubject } from "#lib/cases/case-names.ts";
import { defaultLanguage } from "#lib/languages.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { postAlert } from "../monitoring/alerts.ts";
import { caseUrl } from "./case-url.ts";
import { type MailedCase, mailStaffAbout, withoutInterested } from "./mail-staff.ts";
import { urgentMail, urgentSubject } from "./staff.mails.ts";
import type { CaseSubject } from "./subjects.ts";

/** The job that posts to the webhook. */
export const urgentCaseJob = "case-alert";

interface UrgentReport {
  subject: CaseSubject;
  details: string;
  isByVisitor: boolean;
  /** Whether the case wasn't urgent before. */
  isFirst: boolean;
}

/** How long an on-call service may take to answer, in milliseconds. */
const timeoutMs = 10_000;

/**
 * Queues an email to each on-call address except those of people who have an interest in the case, or to
 * the support address if there is no other, and the message to the alert webhook. They are queued in the transaction, so that none is lost. Emails
 * without a `notice` never wait for a digest.
 */
export async function alertOnCall(
  context: Context,
  tx: Db,
  row: MailedCase,
  { subject, details, isByVisitor, isFirst }: UrgentReport,
): Promise<void> {
  const { id: caseId } = row;
  const { webhookUrl } = context.config.alerts;
  // The people who also get the server's alerts.
  const onCall = context.settings.read("onCallAddresses");
  const emails = [...new Set([...context.config.alerts.emails, ...onCall])];
  const url = caseUrl(context.config, caseId);
  const about = runWithLanguage(defaultLanguage, () => nameSubject(subject.kind));
  const others = await withoutInterested(tx, row, emails);
  const addresses = others.length > 0 ? others : [getSupportAddress()];
  await mailStaffAbout(context, tx, row, addresses, (to) => {
    const mail = urgentMail(to, { about, id: subject.id, details }, url);
    // Anyone can write from any number of addresses.
    const notice = { sender: "visitors", about: `case:${caseId}`, kind: "urgent", lasting: true };
    return isByVisitor ? { ...mail, notice } : mail;
  });
  // Visitors could otherwise make it post any number of messages.
  if (webhookUrl && (isFirst || !isByVisitor)) {
    await context.jobs.send(tx, urgentCaseJob, { caseId }, { priority: 2 });
  }
}

/**
 * Posts to the webhook, which often belongs to a chat service. So the message contains nothing that
 * was reported.
 */
export async function postUrgentCase({ config }: Context, caseId: string): Promise<void> {
  const { webhookUrl } = config.alerts;
  if (!webhookUrl) return;
  const text = `Open the case: ${caseUrl(config, caseId)}`;
  await postAlert(webhookUrl, { subject: urgentSubject, text }, timeoutMs);
}
