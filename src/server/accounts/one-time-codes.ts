/** Six digits that prove access to a mailbox: valid for ten minutes, five attempts, one use. */
import { randomInt } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { codeLength } from "#lib/accounts/one-time-code.ts";
import type { Config } from "../config/config.ts";
import { equalHashes, keyedHash } from "../crypto.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { oneTimeCodes } from "../db/tables/accounts.table.ts";
import { lockAddress } from "./address-lock.ts";

export const codeLifetimeMs = 10 * 60 * 1000;
const maxAttempts = 5;
/** Of these, the attempts that other browsers than the one that requested the code may use. */
const maxUnbound = 3;
/** And of those, the ones that may come from other addresses than the request. */
const maxStrange = 2;

/** What a code opens: one sign-up, or the way to a new password of one user. */
export type CodeOwner = { signUpId: string } | { userId: string };

/** Who requests or enters a code. */
export interface Requester {
  /** The browser according to its cookie: its own sign-up, or its id for resets. */
  browser: string | undefined;
  /** Keyed hash of the client's address. */
  source: string;
}

export interface OpenCode {
  id: string;
  signUpId: string | null;
  /** Whether the browser that enters it is the one that it belongs to. */
  isOwn: boolean;
}

/** The hash binds the digits to their own row, so equal digits of two requests differ. */
function hashCode(config: Config, id: string, code: string): string {
  return keyedHash(config.appSecret, "one-time-code", `${id} ${code}`);
}

/**
 * Creates a code for its owner. It replaces only the code that the same browser requested before, so
 * that requesting again gives no further attempts at an old code, and strangers can't invalidate
 * someone's code. Without an owner, it verifies nothing but costs the same.
 */
export async function createCode(
  config: Config,
  db: Db,
  purpose: "sign-up" | "password-reset",
  email: string,
  owner: CodeOwner | undefined,
  { browser, source }: Requester,
): Promise<string> {
  const id = newId("otc");
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, "0");
  const { signUpId, userId } = { signUpId: null, userId: null, ...owner };
  const requestedBy = browser ?? null;
  await db
    .update(oneTimeCodes)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(oneTimeCodes.email, email),
        eq(oneTimeCodes.purpose, purpose),
        // The same statement whether there is an owner or not.
        sql`${oneTimeCodes.signUpId} is not distinct from ${signUpId}`,
        sql`${oneTimeCodes.userId} is not distinct from ${userId}`,
        sql`${oneTimeCodes.requestedBy} is not distinct from ${requestedBy}`,
        sql`(${oneTimeCodes.requestedBy} is not null or ${oneTimeCodes.requestedFrom} = ${source})`,
        isNull(oneTimeCodes.usedAt),
      ),
    );
  await db.insert(oneTimeCodes).values({
    id,
    purpose,
    email,
    signUpId,
    userId,
    requestedBy,
    requestedFrom: source,
    codeHash: hashCode(config, id, code),
    expiresAt: new Date(Date.now() + codeLifetimeMs),
  });
  return code;
}

/**
 * Which of a browser's ids has requested a code for the address that can still be entered, including
 * one that verifies nothing, because limits must not reveal whether an address has an account.
 */
export async function findRequester(
  db: Db,
  email: string,
  ids: (string | undefined)[],
): Promise<string | undefined> {
  const known = ids.filter((id) => id !== undefined);
  if (known.length === 0) return undefined;
  const [code] = await db
    .select({ requestedBy: oneTimeCodes.requestedBy })
    .from(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.email, email),
        inArray(oneTimeCodes.requestedBy, known),
        isNull(oneTimeCodes.usedAt),
        gt(oneTimeCodes.expiresAt, new Date()),
      ),
    )
    .orderBy(desc(oneTimeCodes.createdAt), desc(oneTimeCodes.id))
    .limit(1);
  return code?.requestedBy ?? undefined;
}

/**
 * The codes of one owner that a guess is compared with: the latest that this browser requested and
 * the latest that was mailed; without the cookie the latest that this address requested, or any.
 * So others' requests void no code, and no guess is worth more than two.
 */
export async function findCodes(
  db: Db,
  owner: CodeOwner,
  { browser, source }: Requester,
): Promise<OpenCode[]> {
  const open = await db
    .select({
      id: oneTimeCodes.id,
      signUpId: oneTimeCodes.signUpId,
      requestedBy: oneTimeCodes.requestedBy,
      requestedFrom: oneTimeCodes.requestedFrom,
    })
    .from(oneTimeCodes)
    .where(
      and(
        "userId" in owner
          ? eq(oneTimeCodes.userId, owner.userId)
          : eq(oneTimeCodes.signUpId, owner.signUpId),
        isNull(oneTimeCodes.usedAt),
        gt(oneTimeCodes.expiresAt, new Date()),
      ),
    )
    .orderBy(desc(oneTimeCodes.createdAt), desc(oneTimeCodes.id));
  const isOwn = (code: (typeof open)[number]) =>
    browser !== undefined && (code.requestedBy === browser || code.signUpId === browser);
  const own = open.find((code) => browser !== undefined && code.requestedBy === browser);
  const near = open.find((code) => code.requestedFrom === source);
  const chosen = new Set(own ? [own, open[0]] : [near ?? open[0]]);
  return [...chosen].flatMap((code) =>
    code ? [{ id: code.id, signUpId: code.signUpId, isOwn: isOwn(code) }] : [],
  );
}

/**
 * The one among the codes that these digits match. The try is counted and committed before
 * anything is compared, so that parallel guesses are no more than five, of which other browsers
 * have three at most, and other browsers elsewhere two.
 */
export async function tryCode(
  config: Config,
  db: Db,
  email: string,
  codes: OpenCode[],
  { source }: Requester,
  digits: string,
): Promise<TriedCode | undefined> {
  const isIn = (some: OpenCode[]): SQL =>
    some.length === 0
      ? sql`false`
      : inArray(
          oneTimeCodes.id,
          some.map(({ id }) => id),
        );
  const isOwn = isIn(codes.filter((code) => code.isOwn));
  const isNear = sql`coalesce(${oneTimeCodes.requestedFrom} = ${source}, false)`;
  const tried = await db.transaction(async (tx) => {
    await lockAddress(tx, email);
    return tx
      .update(oneTimeCodes)
      .set({
        attempts: sql`${oneTimeCodes.attempts} + 1`,
        unboundAttempts: sql`${oneTimeCodes.unboundAttempts} + (not ${isOwn})::int`,
        strangeAttempts: sql`${oneTimeCodes.strangeAttempts} + (not ${isOwn} and not ${isNear})::int`,
      })
      .where(
        and(
          isIn(codes),
          isNull(oneTimeCodes.usedAt),
          gt(oneTimeCodes.expiresAt, new Date()),
          lt(oneTimeCodes.attempts, maxAttempts),
          or(isOwn, lt(oneTimeCodes.unboundAttempts, maxUnbound)),
          or(isOwn, isNear, lt(oneTimeCodes.strangeAttempts, maxStrange)),
        ),
      )
      .returning({
        id: oneTimeCodes.id,
        signUpId: oneTimeCodes.signUpId,
        codeHash: oneTimeCodes.codeHash,
        requestedFrom: oneTimeCodes.requestedFrom,
      });
  });
  const match = tried.find((row) => equalHashes(row.codeHash, hashCode(config, row.id, digits)));
  return match && { ...match, isFromHere: match.requestedFrom === source };
}

export interface TriedCode {
  id: string;
  signUpId: string | null;
  /** Whether it was requested from the address at which it is entered. */
  isFromHere: boolean;
}

/** Uses up a code; false when another call was faster. */
export async function redeemCode(db: Db, id: string): Promise<boolean> {
  const used = await db
    .update(oneTimeCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(oneTimeCodes.id, id), isNull(oneTimeCodes.usedAt)))
    .returning({ id: oneTimeCodes.id });
  return used.length > 0;
}
