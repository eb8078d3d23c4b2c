/** Messages from visitors to the team. */
import { asc, eq, lt } from "drizzle-orm";
import type { ContactInput } from "#lib/contact.ts";
import { isRobot } from "#lib/honeypot.ts";
import { hasAccount } from "../accounts/sign-up.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import type { Limit } from "../http/rate-limits.ts";
import { keyedHash } from "../keyed-hash.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { mailByAddress } from "../mail/mail.limits.ts";
import { receivedMail, teamMail } from "./contact.mails.ts";
import { contactMessages } from "./contact.table.ts";

const hour = 60 * 60;
const day = 24 * hour * 1000;
/** How long messages are kept. */
export const messageLifetimeMs = 365 * day;

const messagesByAddress: Limit = { name: "contact-ip", points: 10, duration: hour };
const confirmationsByEmail: Limit = { name: "contact-email", points: 3, duration: hour };

export type ContactMessage = typeof contactMessages.$inferSelect;

/**
 * Keeps a message and mails it to the team. The same message again on the same day changes
 * nothing, and so does what a robot writes; nobody can tell. Senders get a confirmation if their
 * address is that of an account: anybody can enter anybody's address, and one that its owner never
 * confirmed gets nothing. An address gets at most three confirmations an hour, whoever enters it.
 *
 * @param clientAddress the address that limits count by.
 * @throws AppError `rate_limited`.
 */
export async function sendContactMessage(
  context: Context,
  clientAddress: string,
  input: ContactInput,
): Promise<void> {
  const { config, db, limits } = context;
  await limits.consume(messagesByAddress, clientAddress);
  await limits.consume(mailByAddress, clientAddress);
  if (isRobot(input)) return;
  const isConfirmed = await limits.tryConsume(
    confirmationsByEmail,
    keyedHash(config.appSecret, "limit", input.email),
  );
  const { name, email, subject, message, source } = input;
  await db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(contactMessages)
      .values({ name, email, subject, message, source, digest: digestOf(context, input) })
      .onConflictDoNothing({ target: contactMessages.digest })
      .returning({ id: contactMessages.id });
    if (!stored) return;
    await sendMail(context, tx, teamMail(stored.id, input));
    if (isConfirmed && (await hasAccount(tx, email)))
      await sendMail(context, tx, receivedMail(stored.id, email));
  });
}

function digestOf({ config }: Context, { name, email, subject, message }: ContactInput): string {
  const today = new Date().toISOString().slice(0, 10);
  const whole = JSON.stringify([today, name, email, subject, message]);
  return keyedHash(config.appSecret, "contact-message", whole);
}

/**
 * What was written in the name of an address, oldest first, for its owner's export. Whoever writes
 * proves nothing, so strangers' messages may be among them.
 */
export function listContactMessagesOf(db: Db, email: string): Promise<ContactMessage[]> {
  return db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.email, email))
    .orderBy(asc(contactMessages.createdAt), asc(contactMessages.id));
}

/** Forgets what was written in the name of an address, for the deletion of its owner's account. */
export async function deleteContactMessagesOf(db: Db, email: string): Promise<void> {
  await db.delete(contactMessages).where(eq(contactMessages.email, email));
}

/** Forgets messages that are older than a year. */
export async function purgeContactMessages({ db }: Context): Promise<void> {
  const oldest = new Date(Date.now() - messageLifetimeMs);
  await db.delete(contactMessages).where(lt(contactMessages.createdAt, oldest));
}
