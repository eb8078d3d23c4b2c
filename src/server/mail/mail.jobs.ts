/** Queues emails in the transaction of a change, and sends them after the commit. */
import { unsubscribeName } from "#lib/account-settings/unsubscribe.ts";
import { withDirection } from "#lib/text/bidi.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import type { Context } from "../context.ts";
import { decrypt, encrypt } from "../crypto.ts";
import type { Db } from "../db/connection.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { layout } from "../providers/mail/layout.ts";
import { type Attachment, MailError, type OutgoingMail } from "../providers/mail/mail.ts";
import type { Mail } from "./mail.ts";
import {
  deleteAttachment,
  findAttachment,
  purgeAttachments,
  storeAttachment,
} from "./mail-attachments.ts";
import { admitNotice } from "./notices.ts";
import { suppressAddress } from "./suppressions.ts";
import { oneClickHeaders, type Subscription, unsubscribeUrl } from "./unsubscribe-link.ts";

interface QueuedMail {
  message: Omit<OutgoingMail, "attachments">;
  attachmentId?: string;
  decoy: boolean;
  /** Milliseconds since the Unix epoch. */
  queuedAt: number;
  validUntil: number;
}

const jobName = "mail";
const encryptionPurpose = "queued-mail";
const day = 24 * 60 * 60 * 1000;

/** How long to retry an email that the mail server rejects, because the server may be misconfigured. */
const refusalsEndAfter = 10 * 60 * 1000;

/** Queues an email with an attachment, which is stored only until the email is sent or dropped. */
export async function sendMailWith(
  context: Context,
  tx: Db,
  mail: Omit<Mail, "notice" | "unsubscribe">,
  attachment: Attachment,
): Promise<void> {
  const validUntil = mail.validUntil ?? new Date(Date.now() + day);
  const attachmentId = await storeAttachment(context, tx, attachment, validUntil);
  await queueMail(context, tx, { ...mail, validUntil }, attachmentId);
}

/**
 * Queues an email in the transaction, so that it is sent only if the transaction commits. Emails
 * can contain codes, so the queue stores them encrypted.
 */
export async function sendMail(context: Context, tx: Db, mail: Mail): Promise<void> {
  if (mail.notice && !(await admitNotice(context, tx, mail, mail.notice))) return;
  await queueMail(
    context,
    tx,
    mail.unsubscribe ? await withUnsubscribe(context, mail, mail.unsubscribe) : mail,
  );
}

async function withUnsubscribe(
  { config }: Context,
  mail: Mail,
  subscription: Subscription,
): Promise<Mail> {
  const url = await unsubscribeUrl(config, subscription, mail.to);
  return {
    ...mail,
    headers: { ...mail.headers, ...oneClickHeaders(url) },
    content: {
      ...mail.content,
      unsubscribeUrl: url,
      unsubscribeFrom: runWithLanguage(mail.language, () => unsubscribeName(subscription.list)),
    },
  };
}

async function queueMail(
  context: Context,
  tx: Db,
  mail: Mail,
  attachmentId?: string,
): Promise<void> {
  const now = Date.now();
  const queued: QueuedMail = {
    message: {
      to: mail.to,
      ...runWithLanguage(mail.language, () => ({
        subject: withDirection(mail.subject),
        ...layout(mail.content),
      })),
      ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
      ...(mail.headers === undefined ? {} : { headers: mail.headers }),
      ...(mail.invitation === undefined ? {} : { invitation: mail.invitation }),
      ...(mail.thread === undefined
        ? {}
        : { messageId: mail.thread.id, threadId: mail.thread.root }),
    },
    ...(attachmentId === undefined ? {} : { attachmentId }),
    decoy: mail.decoy ?? false,
    queuedAt: now,
    validUntil: mail.validUntil?.getTime() ?? now + day,
  };
  const sealed = await encrypt(context.config.appSecret, encryptionPurpose, JSON.stringify(queued));
  // Codes have priority, because people are waiting for them.
  const priority = mail.content.code === undefined ? 0 : 1;
  await context.jobs.send(tx, jobName, { sealed }, { priority });
}

/** Whether an email could be sent now. Letters wait for all others. */
export async function hasWaitingMail({ jobs }: Pick<Context, "jobs">): Promise<boolean> {
  return jobs.hasDue(jobName);
}

/** Sends queued emails. While the mail server is unavailable, it retries every 30 s. */
export function defineMailJob(context: Context): JobDefinition {
  return defineJob<{ sealed: string }>({
    name: jobName,
    retryLimit: 3_000,
    retryDelayMax: 30,
    concurrency: 4,
    async handle({ sealed }, id) {
      const queued: QueuedMail = JSON.parse(
        await decrypt(context.config, encryptionPurpose, sealed),
      );
      if (queued.decoy) return;
      await sendOrDrop(context, queued, id);
      if (queued.attachmentId !== undefined) await deleteAttachment(context, queued.attachmentId);
    },
  });
}

export function defineAttachmentJob(context: Context): JobDefinition {
  return defineJob({
    name: "mail-attachments-purge",
    retryLimit: 3,
    cron: "50 * * * *",
    handle: () => purgeAttachments(context),
  });
}

/** @throws if the email should be retried. */
async function sendOrDrop(context: Context, queued: QueuedMail, id: string): Promise<void> {
  const { message, attachmentId, queuedAt, validUntil } = queued;
  if (validUntil <= Date.now()) {
    context.log.warn({ jobId: id }, "An email was dropped because it could not be sent in time");
    return;
  }
  const attachment =
    attachmentId === undefined ? undefined : await findAttachment(context, attachmentId);
  // The attachment is deleted after sending, so an earlier attempt already sent this email.
  if (attachmentId !== undefined && !attachment) return;
  try {
    await context.mailer.send({
      ...message,
      ...(attachment ? { attachments: [attachment] } : {}),
      messageId: message.messageId ?? id,
    });
  } catch (error) {
    const isFinal = error instanceof MailError && error.kind === "rejected";
    if (!isFinal || Date.now() - queuedAt < refusalsEndAfter) throw error;
    context.log.error(
      { err: error, jobId: id },
      "An email was dropped because the mail server rejected it",
    );
    if (!error.isAboutRecipient) return;
    await suppressAddress(context.db, {
      email: message.to.toLowerCase(),
      reason: "rejected",
      note: error.message,
    });
  }
}
