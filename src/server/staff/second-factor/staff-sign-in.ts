/**
 * The second factor of staff. The password has already started the session. Responses don't say why
 * a code was rejected.
 */
import { and, eq, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { NewAuthenticator, StaffSignIn } from "#lib/staff/staff.responses.ts";
import type { PasskeyInput } from "#lib/staff/staff.ts";
import type { StaffActionKind } from "#lib/staff/staff-actions.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { sessions } from "../../db/tables/accounts.table.ts";
import type { Counter, Limit } from "../../rate-limits.ts";
import { recordStaffAction } from "../audit.ts";
import { hasSecondFactor, hiddenCall } from "../staff-actor.ts";
import {
  confirmAuthenticator,
  createAuthenticator,
  redeemAuthenticatorCode,
} from "./authenticator.ts";
import { describePasskeys, findFactors } from "./factors.ts";
import {
  addPasskey,
  createPasskeyOptions,
  createSignInOptions,
  verifyPasskey,
} from "./passkeys.ts";
import { countRecoveryCodes, redeemRecoveryCode, renewRecoveryCodes } from "./recovery-codes.ts";
import { endOtherFactors, lockFactors } from "./remove-passkey.ts";
import { mailFactorEvent, mailRejection } from "./second-factor.mails.ts";

const t = getTexts("staff");

const quarter = 15 * 60;
/** Only people who know the password can use these up, so outsiders can't lock staff out. */
const factorByAccount: Limit = { name: "staff-factor", points: 10, duration: quarter };
/** Otherwise, someone with the password would guess a code within months. */
const factorByDay: Limit = { name: "staff-factor-day", points: 60, duration: 24 * 60 * 60 };
const factorByAddress: Limit = { name: "staff-factor-ip", points: 30, duration: quarter };

/** A person who signs in to the console, and the client address. */
export interface SignInRequest {
  actor: Actor;
  address: string;
}

export async function findStaffSignIn({ db }: Context, actor: Actor): Promise<StaffSignIn> {
  if (!actor.staff) throw hiddenCall();
  const factors = await findFactors(db, actor.userId);
  const hasFactor = factors.hasAuthenticator || factors.hasPasskey;
  const isReady = hasSecondFactor(actor);
  return {
    name: actor.name,
    role: actor.staff.role,
    state: isReady ? "ready" : hasFactor ? "verify" : "enroll",
    ...factors,
    passkeys: isReady ? await describePasskeys(db, actor.userId) : [],
  };
}

/** Enters a code of the authenticator app. @throws AppError `invalid_input`, `rate_limited`. */
export function enterCode(context: Context, request: SignInRequest, code: string): Promise<void> {
  return enter(context, request, "authenticator", (tx) =>
    redeemAuthenticatorCode(context.config, tx, request.actor.userId, code),
  );
}

/** Enters a recovery code, which then no longer works. @throws AppError like `enterCode`. */
export function enterRecoveryCode(
  context: Context,
  request: SignInRequest,
  code: string,
): Promise<void> {
  return enter(context, request, "recovery-code", (tx) =>
    redeemRecoveryCode(context.config, tx, request.actor.userId, code),
  );
}

/** Enters the response of a passkey. @throws AppError like `enterCode`. */
export function enterPasskey(
  context: Context,
  request: SignInRequest,
  input: PasskeyInput,
): Promise<void> {
  return enter(context, request, "passkey", (tx) =>
    verifyPasskey(context.config, tx, request.actor, input),
  );
}

export const startPasskey = ({ config, db }: Context, actor: Actor) =>
  createSignInOptions(config, db, actor);

/** Shows a new secret for an authenticator app. @throws AppError `forbidden`. */
export async function startAuthenticator(
  { config, db }: Context,
  actor: Actor,
): Promise<NewAuthenticator> {
  await requireEnrollment(db, actor);
  return createAuthenticator(config, db, actor);
}

/** @throws AppError `forbidden`; `conflict` at the limit. */
export async function startNewPasskey({ config, db }: Context, actor: Actor) {
  await requireEnrollment(db, actor);
  return createPasskeyOptions(config, db, actor);
}

/**
 * @returns the recovery codes if this is the first second factor.
 * @throws AppError like `enterCode`.
 */
export function enrollAuthenticator(
  context: Context,
  request: SignInRequest,
  code: string,
): Promise<string[] | null> {
  return enroll(context, request, "add-authenticator", (tx) =>
    confirmAuthenticator(context.config, tx, request.actor.userId, code),
  );
}

/**
 * @returns the recovery codes if this is the first second factor.
 * @throws AppError like `enterCode`.
 */
export function enrollPasskey(
  context: Context,
  request: SignInRequest,
  input: PasskeyInput,
): Promise<string[] | null> {
  return enroll(context, request, "add-passkey", (tx) =>
    addPasskey(context.config, tx, request.actor, input),
  );
}

/** Replaces the recovery codes. @throws AppError `forbidden` without the second factor. */
export async function replaceRecoveryCodes(context: Context, actor: Actor): Promise<string[]> {
  const { config, db } = context;
  if (!hasSecondFactor(actor)) throw needsFactor();
  return db.transaction(async (tx) => {
    await record(tx, actor, "renew-recovery-codes");
    await mailFactorEvent(context, tx, actor, "renew-recovery-codes");
    return renewRecoveryCodes(config, tx, actor.userId);
  });
}

/** Logged and emailed, because only someone who knows the password gets this far. */
async function reject(context: Context, { actor }: SignInRequest): Promise<AppError> {
  const { userId, sessionId } = actor;
  context.log.warn({ userId, sessionId }, "A staff member's second factor was rejected");
  await mailRejection(context, actor);
  return new AppError("invalid_input", t("server.error.factorRejected"));
}

const needsFactor = () => new AppError("forbidden", t("server.error.factorFirst"));

/** People with a second factor have to enter it before they can add another. */
async function requireEnrollment(db: Db, actor: Actor): Promise<void> {
  if (hasSecondFactor(actor)) return;
  const { hasAuthenticator, hasPasskey } = await findFactors(db, actor.userId);
  if (hasAuthenticator || hasPasskey) throw needsFactor();
}

/**
 * Counts an attempt before it is checked, so that attempts at the same time can't exceed the limit.
 * @returns a function that returns the points after a success.
 */
async function countAttempt({ limits }: Context, { actor, address }: SignInRequest) {
  const counters: Counter[] = [
    { limit: factorByAddress, key: address },
    { limit: factorByAccount, key: actor.userId },
    { limit: factorByDay, key: actor.userId },
  ];
  await limits.consumeInTurn(counters);
  return async () => {
    await limits.giveBack([
      { limit: factorByAddress, key: address, points: 1 },
      { limit: factorByDay, key: actor.userId, points: 1 },
    ]);
    await limits.reset(factorByAccount, actor.userId);
  };
}

async function enter(
  context: Context,
  request: SignInRequest,
  method: "authenticator" | "passkey" | "recovery-code",
  check: (tx: Db) => Promise<boolean>,
): Promise<void> {
  const succeed = await countAttempt(context, request);
  const isAccepted = await context.db.transaction(async (tx) => {
    if (!(await check(tx))) return false;
    await markSession(tx, request.actor);
    await record(
      tx,
      request.actor,
      method === "recovery-code" ? "use-recovery-code" : "sign-in",
      method,
    );
    if (method === "recovery-code") {
      await mailFactorEvent(context, tx, request.actor, "use-recovery-code");
    }
    return true;
  });
  if (!isAccepted) throw await reject(context, request);
  await succeed();
}

async function enroll(
  context: Context,
  request: SignInRequest,
  kind: "add-authenticator" | "add-passkey",
  check: (tx: Db) => Promise<boolean>,
): Promise<string[] | null> {
  const succeed = await countAttempt(context, request);
  const { actor } = request;
  const result = await context.db.transaction(async (tx) => {
    // One enrollment at a time, so that two first ones can't both skip the second factor.
    await lockFactors(tx, actor.userId);
    await requireEnrollment(tx, actor);
    if (!(await check(tx))) return undefined;
    await markSession(tx, actor);
    // A new app replaces one that may be in other hands.
    if (kind === "add-authenticator") await endOtherFactors(tx, actor);
    await record(tx, actor, kind);
    await mailFactorEvent(context, tx, actor, kind);
    const hasCodes = (await countRecoveryCodes(tx, actor.userId)) > 0;
    return { codes: hasCodes ? null : await renewRecoveryCodes(context.config, tx, actor.userId) };
  });
  if (!result) throw await reject(context, request);
  await succeed();
  return result.codes;
}

async function markSession(tx: Db, { sessionId }: Actor): Promise<void> {
  await tx
    .update(sessions)
    .set({ secondFactorAt: new Date() })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/** Signing in needs no reason. */
function record(tx: Db, { userId }: Actor, kind: StaffActionKind, method?: string): Promise<void> {
  return recordStaffAction(
    tx,
    { userId },
    {
      kind,
      subjectKind: "staff",
      subjectId: userId,
      reason: "",
      ...(method === undefined ? {} : { details: { method } }),
    },
  );
}
