/**
 * Requests to guardians to confirm their address. The recipient may never have heard of us, so a
 * request contains nothing that a user typed, and there are few of them, no matter who asks.
 */
import { and, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { guardianConsentTexts } from "#lib/guardians/guardian-consent.ts";
import type { GuardianStatus } from "#lib/guardians/guardians.responses.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { guardianAddresses } from "../db/tables/guardian-addresses.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import {
  findGuardianFields,
  type GuardianFields,
  guardianState,
  readGuardianAddress,
} from "./guardian.ts";
import { confirmationRequest } from "./guardians.mails.ts";

const day = 24 * 60 * 60;

/** Requests that one student causes, to whatever addresses. */
const requestsByStudent = { name: "guardian-requests", points: 5, duration: day };
/** Requests that one client's address causes. A school may register a class of children at once. */
const requestsBySource = { name: "guardian-requests-ip", points: 40, duration: 60 * 60 };

/** After so many requests without a confirmation, only students ask again, once a month. */
const requestsInARow = 3;
/** Seconds between two requests to an address: those that students ask for, and all others. */
const pauses = { requested: day, automatic: 7 * day, late: 30 * day };

/** What a student sees of their guardian's confirmation. @throws AppError `forbidden`. */
export async function findGuardianStatus(context: Context, actor: Actor): Promise<GuardianStatus> {
  const { profile } = requireStudent(actor);
  const guardianFields = await findGuardianFields(context.db, profile.id);
  const state = guardianFields ? guardianState(guardianFields) : "none";
  const address = state === "none" ? undefined : readGuardianAddress(guardianFields?.contact);
  if (!address) return { state: "none", address: null, requestedAt: null };
  const known = await findAddress(context.db, address);
  return {
    state: known?.declinedAt ? "declined" : state,
    address,
    requestedAt: known?.requestedAt.toISOString() ?? null,
  };
}

/**
 * Sends the acting student's guardian another request.
 *
 * @throws AppError `conflict` without a guardian to ask, `rate_limited`, `forbidden`.
 */
export async function requestGuardian(
  context: Context,
  actor: Actor,
  clientAddress: string,
): Promise<void> {
  const { profile } = requireStudent(actor);
  const { state } = await findGuardianStatus(context, actor);
  if (state !== "waiting") {
    const { nobody, confirmed, declined } = guardianConsentTexts;
    throw new AppError("conflict", { none: nobody, confirmed, declined }[state]);
  }
  await context.limits.consume(requestsBySource, clientAddress);
  if (!(await sendGuardianRequest(context, profile.id, { automatic: false }))) {
    throw new AppError("rate_limited", guardianConsentTexts.tooSoon, { retryAfter: day });
  }
}

/** Whether a change of a profile may have its guardian asked; if not, the next email to them does. */
export async function mayRequestGuardian(
  { limits }: Pick<Context, "limits">,
  { parentGuardianContact }: { parentGuardianContact?: string | null | undefined },
  clientAddress: string | undefined,
): Promise<boolean> {
  if (!readGuardianAddress(parentGuardianContact)) return false;
  return clientAddress === undefined || limits.tryConsume(requestsBySource, clientAddress);
}

/** @returns whether a request was sent; false if there is no guardian to ask, or it is too soon. */
export async function sendGuardianRequest(
  context: Context,
  studentId: string,
  { automatic }: { automatic: boolean },
): Promise<boolean> {
  const guardianFields = await findGuardianFields(context.db, studentId);
  const address = guardianFields && waitingAddress(guardianFields);
  if (!address) return false;
  const mayRequest = canBeAsked(context, automatic);
  const known = await findAddress(context.db, address);
  if (known && !(await findAddress(context.db, address, mayRequest))) return false;
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
    await sendMail(context, tx, await confirmationRequest(context.config, requested));
    return true;
  });
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
