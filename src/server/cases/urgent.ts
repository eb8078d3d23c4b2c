/**
 * Notifies on-call staff of urgent safety concerns at once, however many emails they get. Only those
 * that visitors report, who need no account, are combined if there are many.
 */
import { nameSubject } from "#lib/cases/case-names.ts";
import { defaultLanguage } from "#lib/languages.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { postAlert } from "../monitoring/alerts.ts";
import { caseUrl } from "./case-url.ts";
import { urgentMail, urgentSubject } from "./staff.mails.ts";
import type { CaseSubject } from "./subjects.ts";

/** The job that posts to the webhook. */
export const urgentCaseJob = "case-alert";

interface UrgentReport {
  subject: CaseSubject;
  details: string;
  isByVisitor: boolean;
}

/** How long an on-call service may take to answer, in milliseconds. */
const timeoutMs = 10_000;

/**
 * Queues an email to each on-call address, or to the support address if there is none, and the
 * message to the alert webhook. They are queued in the transaction, so that none is lost. Without a
 * `notice`, none waits for a digest.
 */
export async function alertOnCall(
  context: Context,
  tx: Db,
  caseId: string,
  { subject, details, isByVisitor }: UrgentReport,
): Promise<void> {
  const { webhookUrl } = context.config.alerts;
  // The same people who get the alerts of the server.
  const onCall = context.settings.read("onCallAddresses");
  const emails = [...new Set([...context.config.alerts.emails, ...onCall])];
  const url = caseUrl(context.config, caseId);
  const about = runWithLanguage(defaultLanguage, () => nameSubject(subject.kind));
  for (const to of emails.length > 0 ? emails : [getSupportAddress()]) {
    const mail = urgentMail(to, { about, id: subject.id, details }, url);
    // Anyone can write from any number of addresses.
    const notice = { sender: "visitors", about: `case:${caseId}`, kind: "urgent", lasting: true };
    await sendMail(context, tx, isByVisitor ? { ...mail, notice } : mail);
  }
  if (webhookUrl) await context.jobs.send(tx, urgentCaseJob, { caseId }, { priority: 2 });
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
