/**
 * Requests to guardians to confirm their address. The recipient may never have heard of us, so a
 * request contains no text that a user entered, and the number of requests is limited regardless of
 * who sends them.
 */

import { and, eq, exists, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { GuardianStatus } from "#lib/guardians/guardians.responses.ts";
import { guardianConsentMessages } from "#lib/guardians/guardians.rules.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { guardianAddresses } from "../db/tables/guardian-addresses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import {
  findGuardianFields,
  type GuardianFields,
  guardianState,
  readGuardianAddress,
} from "./guardian.ts";
import { confirmationRequest } from "./guardians.mails.ts";

const day = 24 * 60 * 60;

/** Limits the requests that one student causes, to any address. */
const requestsByStudent = { name: "guardian-requests", points: 5, duration: day };
/**
 * Limits the requests from one client address. A school may register a whole class of children at
 * once.
 */
const requestsBySource = { name: "guardian-requests-ip", points: 40, duration: 60 * 60 };

/**
 * After this many unanswered requests, none is sent automatically, and students can send only one a
 * month.
 */
export const requestsInARow = 3;
/**
 * Seconds between two requests to an address: sent by a student, automatic, or after
 * `requestsInARow`.
 */
const pauses = { requested: day, automatic: 7 * day, late: 30 * day };

/** The status of the student's guardian. @throws AppError `forbidden`. */
export async function findGuardianStatus(context: Context, actor: Actor): Promise<GuardianStatus> {
  const { profile } = requireStudent(actor);
  const guardianFields = await findGuardianFields(context.db, profile.id);
  const state = guardianFields ? guardianState(guardianFields) : "none";
  const address = state === "none" ? undefined : readGuardianAddress(guardianFields?.contact);
  if (!address) return { state: "none", address: null, requestedAt: null };
  const existing = await findAddress(context.db, address);
  return {
    state: existing?.declinedAt ? "declined" : state,
    address,
    requestedAt: existing?.requestedAt.toISOString() ?? null,
  };
}

/**
 * Sends another request to the acting student's guardian.
 *
 * @throws AppError `conflict` if there is no unconfirmed guardian, `rate_limited`, `forbidden`.
 */
export async function requestGuardian(
  context: Context,
  actor: Actor,
  clientAddress: string,
): Promise<void> {
  const { profile } = requireStudent(actor);
  const { state } = await findGuardianStatus(context, actor);
  if (state !== "waiting") {
    const { nobody, confirmed, declined } = guardianConsentMessages;
    throw new AppError("conflict", { none: nobody, confirmed, declined }[state]);
  }
  await context.limits.consume(requestsBySource, clientAddress);
  if (!(await sendGuardianRequest(context, profile.id, { automatic: false }))) {
    throw new AppError("rate_limited", guardianConsentMessages.tooSoon, { retryAfter: day });
  }
}

/**
 * Whether a profile change may send a request to the guardian. Otherwise the next email to them
 * does.
 */
export async function mayRequestGuardian(
  { limits }: Pick<Context, "limits">,
  { parentGuardianContact }: { parentGuardianContact?: string | null | undefined },
  clientAddress: string | undefined,
): Promise<boolean> {
  if (!readGuardianAddress(parentGuardianContact)) return false;
  return clientAddress === undefined || limits.tryConsume(requestsBySource, clientAddress);
}

/**
 * @returns whether a request was sent. False if there is no unconfirmed guardian, or it is too
 * soon.
 */
export async function sendGuardianRequest(
  context: Context,
  studentId: string,
  { automatic }: { automatic: boolean },
): Promise<boolean> {
  const guardianFields = await findGuardianFields(context.db, studentId);
  const address = guardianFields && waitingAddress(guardianFields);
  if (!address) return false;
  const mayRequest = canBeAsked(context, automatic);
  const existing = await findAddress(context.db, address);
  if (existing && !(await findAddress(context.db, address, mayRequest))) return false;
  if (!(await context.limits.tryConsume(requestsByStudent, studentId))) return false;
  return context.db.transaction(async (tx) => {
    const now = new Date();
    const [requested] = await tx
      .insert(guardianAddresses)
      .values({ address, requestedAt: now, requests: 1 })
      .onConflictDoUpdate({
        target: guardianAddresses.address,
        set: { requestedAt: now, requests: sql`${guardianAddresses.requests} + 1` },
        setWhere: mayRequest,
      })
      .returning();
    if (!requested) return false;
    const write = () => confirmationRequest(context.config, requested);
    await sendMail(context, tx, await runWithLanguage(guardianFields.language, write));
    return true;
  });
}

/**
 * Deletes addresses that no student uses anymore, unless their owner has opted out. Waits until the
 * longest pause has passed, so that deleting an account and signing up again doesn't reset the
 * limits of an address.
 */
export async function purgeGuardianAddresses({ db }: Context): Promise<void> {
  const { address, requestedAt, declinedAt } = guardianAddresses;
  const isNamed = exists(
    db
      .select({ one: sql`1` })
      .from(profiles)
      .where(eq(sql`lower(trim(${profiles.parentGuardianContact}))`, address)),
  );
  const unpausedSince = new Date(Date.now() - pauses.late * 1000);
  await db
    .delete(guardianAddresses)
    .where(and(isNull(declinedAt), lt(requestedAt, unpausedSince), not(isNamed)));
}

function waitingAddress(guardianFields: GuardianFields): string | undefined {
  return guardianState(guardianFields) === "waiting"
    ? readGuardianAddress(guardianFields.contact)
    : undefined;
}

async function findAddress(db: Db, address: string, condition?: SQL) {
  const [row] = await db
    .select()
    .from(guardianAddresses)
    .where(and(eq(guardianAddresses.address, address), condition));
  return row;
}

function canBeAsked({ config }: Context, automatic: boolean): SQL | undefined {
  const { requests, requestedAt, declinedAt } = guardianAddresses;
  const before = (seconds: number) =>
    lt(requestedAt, new Date(Date.now() - (seconds * 1000) / config.rateLimitFactor));
  const pause = automatic ? pauses.automatic : pauses.requested;
  return and(
    isNull(declinedAt),
    or(
      eq(requests, 0),
      and(lt(requests, requestsInARow), before(pause)),
      automatic ? undefined : before(pauses.late),
    ),
  );
}
