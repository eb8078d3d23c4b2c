/**
 * Sends letters slowly, at a lower priority than all other emails. Each email is claimed in a
 * transaction of its own before the mail server gets it, and an email whose outcome is unknown
 * isn't sent again. So nobody gets a letter twice, even if a process stops unexpectedly.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, eq, gt, inArray, isNull, lt, lte, or } from "drizzle-orm";
import type { DeliveryReason } from "#lib/letters/letters.rules.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { letterDeliveries, letters } from "../db/tables/letters.table.ts";
import { transact } from "../db/transact.ts";
import { hasWaitingMail } from "../mail/mail.jobs.ts";
import { suppressAddress } from "../mail/suppressions.ts";
import { MailError } from "../providers/mail/mail.ts";
import { type Delivery, findAddressee } from "./find-addressee.ts";
import { readLetterTexts } from "./letter-texts.ts";
import { composeLetter, renderLetter } from "./letters.mails.ts";

const minuteMs = 60_000;
/** The queue ends jobs after two minutes, and the next batch begins every minute. */
const batchMs = 45_000;
/** No attempt to send an email takes this long. */
const lostAfterMs = 2 * minuteMs;
/** How often the mail server may postpone an email, and for how long. */
const maxAttempts = 5;
const postponedMs = 30 * minuteMs;
/** This many failures in a row point to the letter or the mail server, not to the addresses. */
const maxFailures = 5;

/**
 * How long a letter's next email waits for others that are due. On a busy site, there are always
 * some, and the visitors who cause them must not be able to hold up a letter.
 */
const defaultPatienceMs = 10_000;
const pollIntervalMs = 250;

/**
 * Sends what each letter may send in this minute. Any number of processes may do so at once.
 * @param options.patienceMs how long each email waits for others.
 */
export async function sendLetters(
  context: Context,
  { patienceMs = defaultPatienceMs } = {},
): Promise<void> {
  await failLostEmails(context.db);
  const sending = await context.db
    .select({ id: letters.id })
    .from(letters)
    .where(eq(letters.status, "sending"))
    .orderBy(asc(letters.startedAt));
  if (sending.length === 0 || !(await isReachable(context))) return;
  const endsAt = Date.now() + batchMs;
  for (const { id } of sending) await sendBatch(context, id, { endsAt, patienceMs });
}

async function isReachable({ mailer, log }: Context): Promise<boolean> {
  try {
    await mailer.verify();
    return true;
  } catch (error) {
    log.warn({ err: error }, "Letters wait because the mail server is unavailable");
    return false;
  }
}

/** Waits until no other email is due, at most until the given time. */
async function waitForOtherEmails(context: Context, until: number): Promise<void> {
  while (Date.now() < until && (await hasWaitingMail(context))) await sleep(pollIntervalMs);
}

interface Batch {
  endsAt: number;
  patienceMs: number;
}

async function sendBatch(
  context: Context,
  letterId: string,
  { endsAt, patienceMs }: Batch,
): Promise<void> {
  const { db } = context;
  let failures = 0;
  while (Date.now() < endsAt) {
    await waitForOtherEmails(context, Math.min(endsAt, Date.now() + patienceMs));
    const claimed = await transact(db, (tx) => claimNext(tx, letterId));
    if (!claimed) return;
    const outcome = await db.transaction((tx) => deliver(context, tx, claimed));
    if (outcome.kind === "stop") return;
    failures = outcome.kind === "failed" ? failures + 1 : 0;
    if (outcome.kind === "failed" && (outcome.isAboutLetter || failures === maxFailures)) {
      return pauseFor(context, letterId, outcome.answer);
    }
  }
}

/**
 * Chooses the next address if the rate allows it, or marks the letter as sent if there is none. The
 * letter's row is locked, so that several processes together stay within the rate.
 */
async function claimNext(tx: Db, letterId: string): Promise<Delivery | undefined> {
  const now = new Date();
  const [letter] = await tx
    .select()
    .from(letters)
    .where(and(eq(letters.id, letterId), eq(letters.status, "sending")))
    .for("update");
  if (!letter || !(await isWithinRate(tx, letter.ratePerHour, now))) return undefined;
  const [next] = await tx
    .select()
    .from(letterDeliveries)
    .where(
      and(
        eq(letterDeliveries.letterId, letterId),
        eq(letterDeliveries.status, "waiting"),
        or(isNull(letterDeliveries.notBefore), lte(letterDeliveries.notBefore, now)),
      ),
    )
    .orderBy(asc(letterDeliveries.id))
    .limit(1)
    .for("update", { skipLocked: true });
  if (!next) {
    await finishIfDone(tx, letterId, now);
    return undefined;
  }
  const [claimed] = await tx
    .update(letterDeliveries)
    .set({ status: "sending", claimedAt: now })
    .where(eq(letterDeliveries.id, next.id))
    .returning();
  return claimed;
}

/** The emails of all letters count, because mail providers limit the sender. */
async function isWithinRate(tx: Db, ratePerHour: number, now: Date): Promise<boolean> {
  const since = (ms: number) => new Date(now.getTime() - ms);
  const inHour = await tx.$count(
    letterDeliveries,
    gt(letterDeliveries.claimedAt, since(60 * minuteMs)),
  );
  if (inHour >= ratePerHour) return false;
  const inMinute = await tx.$count(
    letterDeliveries,
    gt(letterDeliveries.claimedAt, since(minuteMs)),
  );
  return inMinute < Math.ceil(ratePerHour / 60);
}

async function finishIfDone(tx: Db, letterId: string, now: Date): Promise<void> {
  const isOpen = inArray(letterDeliveries.status, ["waiting", "sending"]);
  const left = await tx.$count(
    letterDeliveries,
    and(eq(letterDeliveries.letterId, letterId), isOpen),
  );
  if (left > 0) return;
  await tx.update(letters).set({ status: "sent", finishedAt: now }).where(eq(letters.id, letterId));
}

type Outcome =
  | { kind: "done" }
  /** The mail server rejected the email. */
  | { kind: "failed"; answer: string; isAboutLetter: boolean }
  /** Nothing can be sent at the moment. */
  | { kind: "stop" };

/**
 * Sends a claimed email, unless the recipient has unsubscribed or the letter was paused in the
 * meantime. The rows that decide this are locked until the mail server has answered.
 */
async function deliver(context: Context, tx: Db, { id }: Delivery): Promise<Outcome> {
  const isThis = and(eq(letterDeliveries.id, id), eq(letterDeliveries.status, "sending"));
  const [delivery] = await tx.select().from(letterDeliveries).where(isThis).for("update");
  if (!delivery) return { kind: "stop" };
  const [letter] = await tx
    .select()
    .from(letters)
    .where(eq(letters.id, delivery.letterId))
    .for("share");
  if (letter?.status !== "sending") {
    await returnToQueue(tx, id);
    return { kind: "stop" };
  }
  const addressee = await findAddressee(context, tx, delivery);
  if (typeof addressee === "string") {
    // Emails that are skipped don't count toward the rate.
    await settle(tx, id, { status: "skipped", reason: addressee, claimedAt: null });
    return { kind: "done" };
  }
  const texts = await readLetterTexts(tx, letter.id);
  const mail = await composeLetter(context.config, { ...letter, texts }, addressee);
  try {
    await context.mailer.send({ ...renderLetter(mail), messageId: id });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    context.log.warn({ err: error, deliveryId: id }, "An email of a letter was not accepted");
    return recordFailure(tx, delivery, error);
  }
  await settle(tx, id, { status: "sent", reason: null });
  return { kind: "done" };
}

async function recordFailure(tx: Db, delivery: Delivery, error: MailError): Promise<Outcome> {
  const { id, address, attempts } = delivery;
  const { kind, isAboutRecipient, mayHaveArrived, message: answer } = error;
  if (mayHaveArrived) {
    await settle(tx, id, { status: "failed", reason: "unconfirmed" });
    return { kind: "stop" };
  }
  if (!isAboutRecipient) {
    await returnToQueue(tx, id);
    return kind === "rejected" ? { kind: "failed", answer, isAboutLetter: true } : { kind: "stop" };
  }
  if (kind === "rejected") {
    await suppressAddress(tx, { email: address, reason: "rejected", note: answer });
    await settle(tx, id, { status: "failed", reason: "rejected" });
  } else if (attempts + 1 >= maxAttempts) {
    await settle(tx, id, { status: "failed", reason: "postponed" });
  } else {
    await tx
      .update(letterDeliveries)
      .set({
        status: "waiting",
        attempts: attempts + 1,
        notBefore: new Date(Date.now() + postponedMs),
      })
      .where(eq(letterDeliveries.id, id));
  }
  return { kind: "failed", answer, isAboutLetter: false };
}

interface Settled {
  status: "sent" | "skipped" | "failed";
  reason: DeliveryReason | null;
  claimedAt?: null;
}

const settle = (tx: Db, id: string, settled: Settled) =>
  tx.update(letterDeliveries).set(settled).where(eq(letterDeliveries.id, id));

const returnToQueue = (tx: Db, id: string) =>
  tx
    .update(letterDeliveries)
    .set({ status: "waiting", claimedAt: null })
    .where(eq(letterDeliveries.id, id));

/** Pauses a letter that the mail server rejects. Staff read its answer and continue. */
async function pauseFor({ db, log }: Context, letterId: string, answer: string): Promise<void> {
  log.error({ letterId, answer }, "A letter was paused because the mail server rejects it");
  await db
    .update(letters)
    .set({ status: "paused", pausedBecause: answer })
    .where(and(eq(letters.id, letterId), eq(letters.status, "sending")));
}

/**
 * Emails whose process ended before it recorded the outcome. They may have been sent, so they aren't
 * sent again.
 */
async function failLostEmails(db: Db): Promise<void> {
  const lost = db
    .select({ id: letterDeliveries.id })
    .from(letterDeliveries)
    .where(
      and(
        eq(letterDeliveries.status, "sending"),
        lt(letterDeliveries.claimedAt, new Date(Date.now() - lostAfterMs)),
      ),
    )
    .for("update", { skipLocked: true });
  await db
    .update(letterDeliveries)
    .set({ status: "failed", reason: "unconfirmed" })
    .where(inArray(letterDeliveries.id, lost));
}
