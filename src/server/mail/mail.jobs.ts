/** Mail that people get because something was committed: queued with it, sent afterwards. */

import { unsubscribeNames } from "#lib/account-settings/unsubscribe.ts";
import type { Context } from "../context.ts";
import { decrypt, encrypt } from "../crypto.ts";
import type { Db } from "../db/connection.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { layout } from "../providers/mail/layout.ts";
import { type Attachment, MailError, type OutgoingMail } from "../providers/mail/mail.ts";
import type { Mail } from "./mail.ts";
import { deleteAttachment, findAttachment, storeAttachment } from "./mail-attachments.ts";
import { admitNotice } from "./notices.ts";
import { oneClickHeaders, type Subscription, unsubscribeUrl } from "./unsubscribe-link.ts";

interface QueuedMail {
  message: Omit<OutgoingMail, "messageId" | "attachments">;
  attachmentId?: string;
  decoy: boolean;
  /** Milliseconds since 1970. */
  queuedAt: number;
  validUntil: number;
}

const jobName = "mail";
const encryptionPurpose = "queued-mail";
const day = 24 * 60 * 60 * 1000;

/** How long a mail that the server refuses for good is offered again: it may be set up wrongly. */
const refusalsEndAfter = 10 * 60 * 1000;

/** Queues an email with a file, which is kept only until the email is sent or given up. */
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
 * Queues a mail within the transaction: it is sent if that commits, and only then. Mails hold
 * codes, so the queue keeps them encrypted.
 */
export async function sendMail(context: Context, tx: Db, mail: Mail): Promise<void> {
  if (mail.notice && !(await admitNotice(context, tx, mail, mail.notice))) return;
  await queueMail(
    context,
    tx,
    mail.unsubscribe ? withUnsubscribe(context, mail, mail.unsubscribe) : mail,
  );
}

function withUnsubscribe({ config }: Context, mail: Mail, subscription: Subscription): Mail {
  const url = unsubscribeUrl(config, subscription, mail.to);
  return {
    ...mail,
    headers: { ...mail.headers, ...oneClickHeaders(url) },
    content: {
      ...mail.content,
      unsubscribeUrl: url,
      unsubscribeFrom: unsubscribeNames[subscription.list],
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
      subject: mail.subject,
      ...layout(mail.content),
      ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
      ...(mail.headers === undefined ? {} : { headers: mail.headers }),
      ...(mail.invitation === undefined ? {} : { invitation: mail.invitation }),
    },
    ...(attachmentId === undefined ? {} : { attachmentId }),
    decoy: mail.decoy ?? false,
    queuedAt: now,
    validUntil: mail.validUntil?.getTime() ?? now + day,
  };
  const sealed = await encrypt(context.config.appSecret, encryptionPurpose, JSON.stringify(queued));
  // Somebody waits for a code in front of the screen; other mails let it pass.
  const priority = mail.content.code === undefined ? 0 : 1;
  await context.jobs.send(tx, jobName, { sealed }, { priority });
}

/** Sends what was queued; while the mail server is away, every 30 s again. */
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

/** @throws when it is worth trying again. */
async function sendOrDrop(context: Context, queued: QueuedMail, id: string): Promise<void> {
  const { message, attachmentId, queuedAt, validUntil } = queued;
  if (validUntil <= Date.now()) {
    context.log.warn({ jobId: id }, "A mail was not sent in time and is dropped");
    return;
  }
  const attachment =
    attachmentId === undefined ? undefined : await findAttachment(context, attachmentId);
  // It is deleted after the email was sent: this try repeats one that ended in between.
  if (attachmentId !== undefined && !attachment) return;
  try {
    await context.mailer.send({
      ...message,
      ...(attachment ? { attachments: [attachment] } : {}),
      messageId: id,
    });
  } catch (error) {
    const isFinal = error instanceof MailError && error.kind === "rejected";
    if (!isFinal || Date.now() - queuedAt < refusalsEndAfter) throw error;
    context.log.error({ err: error, jobId: id }, "The mail server refuses a mail; it is dropped");
  }
}
