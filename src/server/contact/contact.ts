/** Messages from visitors to staff. */
import { createHash } from "node:crypto";
import { asc, eq, lt } from "drizzle-orm";
import { type ContactInput, contactPictureField } from "#lib/contact/contact.ts";
import { AppError } from "#lib/errors.ts";
import { isRobot } from "#lib/honeypot.ts";
import { uploadMessages } from "#lib/media/media.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { getLanguage } from "#translations/runtime.ts";
import { findAccount, writeToAddress } from "../accounts/sign-up.ts";
import { mailStaffAbout } from "../cases/mail-staff.ts";
import { addEvidence, type OpenedCase, openCase } from "../cases/open-case.ts";
import { releaseFilesJob } from "../cases/retention.ts";
import type { Context } from "../context.ts";
import { keyedHash } from "../crypto.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { contactMessages } from "../db/tables/contact.table.ts";
import { sendMail, sendMailWith } from "../mail/mail.jobs.ts";
import { mailByAddress } from "../mail/mail.limits.ts";
import { mayMailTo } from "../mail/recipient-limit.ts";
import { holdFile, releaseHeldFiles } from "../media/held-files.ts";
import { encodeAttachment } from "../media/media.ts";
import type { Limit } from "../rate-limits.ts";
import { receivedMail, teamMail } from "./contact.mails.ts";

const hour = 60 * 60;
const day = 24 * hour * 1000;
/** How long messages are stored. */
export const messageLifetimeMs = 365 * day;

const messagesByAddress: Limit = { name: "contact-ip", points: 10, duration: hour };
const confirmationsByEmail: Limit = { name: "contact-email", points: 3, duration: hour };

export interface ContactPicture {
  bytes: Uint8Array;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal;
}

export type ContactMessage = typeof contactMessages.$inferSelect;

/**
 * Stores a message and emails it to staff. Duplicates on the same day and messages from bots are
 * ignored, with the same response. Senders get a confirmation only if their address belongs to an
 * account, because people can enter addresses that aren't theirs. An address gets at most three
 * confirmations an hour.
 * @param clientAddress the address for rate limits.
 * @param picture an uploaded file. It is re-encoded, attached to the email, and kept with the case.
 * @param senderId the account of a sender who is logged in.
 * @throws AppError `rate_limited`; `invalid_input` if the picture isn't accepted. An `AbortError`
 * if the client disconnected while the picture was waiting.
 */
export async function sendContactMessage(
  context: Context,
  clientAddress: string,
  input: ContactInput,
  picture?: ContactPicture,
  senderId?: string,
): Promise<void> {
  const { config, db, limits } = context;
  await limits.consume(messagesByAddress, clientAddress);
  await limits.consume(mailByAddress, clientAddress);
  if (isRobot(input)) return;
  const encoded = picture && (await encodePicture(picture, clientAddress));
  const pictureKey = encoded && (await storePicture(context, encoded));
  const { name, email, subject, message, source } = input;
  const stored = await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(contactMessages)
      .values({ name, email, subject, message, source, digest: digestOf(context, input, encoded) })
      .onConflictDoNothing({ target: contactMessages.digest })
      .returning({ id: contactMessages.id, createdAt: contactMessages.createdAt });
    if (!row) return undefined;
    const opened = await openContactCase(context, tx, row.id, input, senderId);
    const { caseId, aboutUserId, interestedIds } = opened;
    if (pictureKey) {
      await addEvidence(tx, caseId, {
        ...{ kind: "picture", id: row.id, senderName: name, url: "", key: pictureKey },
        sentAt: row.createdAt.toISOString(),
      });
    }
    await mailStaffAbout(
      context,
      tx,
      { id: caseId, aboutUserId, interestedIds },
      [getSupportAddress()],
      (to) => teamMail(to, row.id, input, encoded !== undefined),
      (mail) => {
        if (!encoded) return sendMail(context, tx, mail);
        const filename = `${row.id}.webp`;
        const attachment = { filename, contentType: "image/webp", content: encoded };
        return sendMailWith(context, tx, mail, attachment);
      },
    );
    return row;
  });
  if (pictureKey && !stored) await releaseHeldFiles(context, [pictureKey]);
  // Of concurrent duplicates, only the stored one is confirmed.
  const account = stored && (await findAccount(db, email));
  if (!account) return;
  const key = keyedHash(config.appSecret, "limit", email);
  if (!(await limits.tryConsume(confirmationsByEmail, key))) return;
  if (await mayMailTo(context, { email, source: clientAddress })) {
    const mail = writeToAddress(account, () => receivedMail(stored.id, email));
    await sendMail(context, db, mail);
  }
}

/**
 * Opens a case about what the message reports, or about the message itself. The address isn't
 * verified, so nothing about the case is ever shown to its owner except in emails. Only the account of a
 * sender who is logged in keeps a member of staff from deciding.
 */
async function openContactCase(
  context: Context,
  tx: Db,
  messageId: string,
  { name, email, message, about, id, category }: ContactInput,
  userId: string | undefined,
): Promise<OpenedCase> {
  const reporter = { kind: "visitor", email, name, language: getLanguage(), userId } as const;
  const report = { category: category ?? null, details: message, reporter };
  const reported =
    about && id
      ? await openCase(context, tx, { ...report, subject: { kind: about, id } })
      : undefined;
  if (reported) return reported;
  const subject = { kind: "contact", id: messageId } as const;
  const opened = await openCase(context, tx, { ...report, subject });
  if (!opened) throw new Error(`The message ${messageId} is missing`);
  return opened;
}

/** How long a message may take to be stored with the case that shows its picture. */
const storedWithinMs = 60 * 60 * 1_000;

/**
 * Keeps the picture for the case of its message. It is deleted unless a case names it after an hour, because
 * the process may end before the message is stored.
 */
async function storePicture(context: Context, encoded: Uint8Array): Promise<string> {
  const key = `${newId("ctp")}.webp`;
  const startAfter = new Date(Date.now() + storedWithinMs);
  await context.jobs.send(context.db, releaseFilesJob, { keys: [key] }, { startAfter });
  await holdFile(context, key, encoded);
  return key;
}

async function encodePicture(
  { bytes, signal }: ContactPicture,
  source: string,
): Promise<Uint8Array> {
  const encoded = await encodeAttachment(bytes, { source, signal });
  if (encoded) return encoded;
  const message = uploadMessages.wrongType;
  const fields = [{ field: contactPictureField, message }];
  throw new AppError("invalid_input", message, { fields });
}

/** Includes the picture, because the same text with another picture is a different message. */
function digestOf({ config }: Context, input: ContactInput, picture?: Uint8Array): string {
  const { name, email, subject, message, about, id } = input;
  const today = new Date().toISOString().slice(0, 10);
  const pictures = picture ? [createHash("sha256").update(picture).digest("base64")] : [];
  const reported = about && id ? [about, id] : [];
  const whole = JSON.stringify([today, name, email, subject, message, ...reported, ...pictures]);
  return keyedHash(config.appSecret, "contact-message", whole);
}

/**
 * The messages sent under an address, oldest first, for its owner's export. Senders aren't
 * verified, so messages from other people may be among them.
 */
export function listContactMessagesOf(db: Db, email: string): Promise<ContactMessage[]> {
  return db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.email, email))
    .orderBy(asc(contactMessages.createdAt), asc(contactMessages.id));
}

/** Deletes the messages sent with an address, when its owner's account is deleted. */
export async function deleteContactMessagesOf(db: Db, email: string): Promise<void> {
  await db.delete(contactMessages).where(eq(contactMessages.email, email));
}

/** Deletes messages that are older than a year. */
export async function purgeContactMessages({ db }: Context): Promise<void> {
  const oldest = new Date(Date.now() - messageLifetimeMs);
  await db.delete(contactMessages).where(lt(contactMessages.createdAt, oldest));
}
