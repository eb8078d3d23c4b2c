/**
 * Attachments of queued emails. The queue keeps finished jobs for days, so files are stored
 * separately and deleted as soon as their email is sent or dropped.
 */
import { eq, lte } from "drizzle-orm";
import type { Context } from "../context.ts";
import { decrypt, encrypt } from "../crypto.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { mailAttachments } from "../db/tables/mail-attachments.table.ts";
import type { Attachment } from "../providers/mail/mail.ts";

const encryptionPurpose = "mail-attachment";

/** @returns the ID under which the queued email refers to the attachment. */
export async function storeAttachment(
  { config }: Context,
  tx: Db,
  { filename, contentType, content }: Attachment,
  validUntil: Date,
): Promise<string> {
  const id = newId("att");
  const text = JSON.stringify([filename, contentType, Buffer.from(content).toString("base64")]);
  const sealed = await encrypt(config.appSecret, encryptionPurpose, text);
  await tx.insert(mailAttachments).values({ id, sealed, validUntil });
  return id;
}

/** Decrypts an attachment. Returns undefined if it was already deleted. */
export async function findAttachment(
  { config, db }: Context,
  id: string,
): Promise<Attachment | undefined> {
  const [row] = await db.select().from(mailAttachments).where(eq(mailAttachments.id, id));
  if (!row) return undefined;
  const [filename, contentType, content]: [string, string, string] = JSON.parse(
    await decrypt(config, encryptionPurpose, row.sealed),
  );
  return { filename, contentType, content: Buffer.from(content, "base64") };
}

export async function deleteAttachment({ db }: Context, id: string): Promise<void> {
  await db.delete(mailAttachments).where(eq(mailAttachments.id, id));
}

/** Deletes attachments of emails whose jobs ended without deleting them. */
export async function purgeAttachments({ db }: Context): Promise<void> {
  await db.delete(mailAttachments).where(lte(mailAttachments.validUntil, new Date()));
}
