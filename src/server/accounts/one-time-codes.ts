/**
 * Six-digit codes that prove access to a mailbox. They are valid for ten minutes, five attempts and
 * one use.
 */
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
/** How many of these attempts may come from browsers other than the one that requested the code. */
const maxUnbound = 3;
/**
 * How many of the attempts by other browsers may come from client addresses other than the one that
 * requested the code.
 */
const maxStrange = 2;

type Purpose = (typeof oneTimeCodes.$inferSelect)["purpose"];

/** What the code verifies: a sign-up, or something that a user has requested. */
export type CodeOwner = { signUpId: string } | { userId: string };

/** The browser that requests or enters a code. */
export interface Requester {
  /**
   * The ID from the browser's cookie: its own sign-up, or its ID for password resets. The hash of
   * the Zoom user in the Zoom app.
   */
  browser: string | undefined;
  /** The keyed hash of the client address. */
  source: string;
}

export interface OpenCode {
  id: string;
  signUpId: string | null;
  /** Whether the code belongs to the browser that enters it. */
  isOwn: boolean;
}

/** Includes the row's ID, so that equal codes of two requests have different hashes. */
function hashCode(config: Config, id: string, code: string): string {
  return keyedHash(config.appSecret, "one-time-code", `${id} ${code}`);
}

/**
 * Creates a code for its owner. It replaces only the previous code of the same browser, so that
 * requesting another code gives no further attempts at the old one, and other people can't
 * invalidate it. Without an owner, the code verifies nothing but requires the same work.
 */
export async function createCode(
  config: Config,
  db: Db,
  purpose: Purpose,
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
        // The statement is the same with and without an owner.
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
 * Finds the browser's ID that requested a code for the email address, if the code is still valid.
 * Codes that verify nothing count too, because limits must not reveal whether an address has an
 * account.
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
 * The codes of an owner against which an attempt is compared: the latest one that this browser
 * requested, and the latest one sent. Without the cookie, it is the latest one requested from this
 * client address, or else the latest one sent. Requests by others therefore invalidate no code, and
 * an attempt is compared with two codes at most.
 */
export async function findCodes(
  db: Db,
  purpose: Purpose,
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
        eq(oneTimeCodes.purpose, purpose),
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
 * Returns the code that matches the digits. The attempt is counted and committed before the
 * comparison, so that parallel attempts can't exceed the limits: five per code, of which three from
 * other browsers, and two from other browsers at other client addresses.
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
  /** Whether the code was requested from the same client address. */
  isFromHere: boolean;
}

/** Marks a code as used. Returns false if another request used it first. */
export async function redeemCode(db: Db, id: string): Promise<boolean> {
  const used = await db
    .update(oneTimeCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(oneTimeCodes.id, id), isNull(oneTimeCodes.usedAt)))
    .returning({ id: oneTimeCodes.id });
  return used.length > 0;
}
