/** Passkeys (WebAuthn). They are bound to the host of APP_URL. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, eq, gt } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { site } from "#lib/site/site.ts";
import { maxPasskeys } from "#lib/staff/staff.rules.ts";
import type { PasskeyInput } from "#lib/staff/staff.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../../actor.ts";
import type { Config } from "../../config/config.ts";
import type { Db } from "../../db/connection.ts";
import { sessions } from "../../db/tables/accounts.table.ts";
import { staffChallenges, staffPasskeys } from "../../db/tables/staff.table.ts";

const t = getTexts("staff");

/** Loaded when the first person uses a passkey, because few processes ever need it. */
const loadLibrary = () => import("@simplewebauthn/server");

const challengeLifetimeMs = 5 * 60 * 1_000;

type Purpose = (typeof staffChallenges.$inferSelect)["purpose"];

const findHost = ({ appUrl }: Config) => new URL(appUrl).hostname;

const listPasskeys = (db: Db, userId: string) =>
  db.select().from(staffPasskeys).where(eq(staffPasskeys.userId, userId)).limit(maxPasskeys);

/** @throws AppError `conflict` if the person can't have another passkey. */
async function requireRoom(db: Db, userId: string): Promise<void> {
  const count = await db.$count(staffPasskeys, eq(staffPasskeys.userId, userId));
  if (count >= maxPasskeys) {
    throw new AppError("conflict", t("signIn.passkeyLimit", { max: maxPasskeys }));
  }
}

/** Options for creating a passkey in a browser. @throws AppError `conflict` at the limit. */
export async function createPasskeyOptions(config: Config, db: Db, actor: Actor) {
  await requireRoom(db, actor.userId);
  const known = await listPasskeys(db, actor.userId);
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: findHost(config),
    userName: actor.email,
    userDisplayName: actor.name,
    userID: new TextEncoder().encode(actor.userId),
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  await storeChallenge(db, actor, options.challenge, "enroll");
  return options;
}

/** Options for signing with one of the person's passkeys in a browser. */
export async function createSignInOptions(config: Config, db: Db, actor: Actor) {
  const known = await listPasskeys(db, actor.userId);
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: findHost(config),
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
    userVerification: "preferred",
  });
  await storeChallenge(db, actor, options.challenge, "sign-in");
  return options;
}

async function storeChallenge(
  db: Db,
  { sessionId }: Actor,
  challenge: string,
  purpose: Purpose,
): Promise<void> {
  const set = { challenge, purpose, expiresAt: new Date(Date.now() + challengeLifetimeMs) };
  await db
    .insert(staffChallenges)
    .values({ sessionId, ...set })
    .onConflictDoUpdate({ target: staffChallenges.sessionId, set });
}

/** Each challenge is checked once. Undefined if there is none. */
async function takeChallenge(
  tx: Db,
  { sessionId }: Actor,
  purpose: Purpose,
): Promise<string | undefined> {
  const [taken] = await tx
    .delete(staffChallenges)
    .where(
      and(
        eq(staffChallenges.sessionId, sessionId),
        eq(staffChallenges.purpose, purpose),
        gt(staffChallenges.expiresAt, new Date()),
      ),
    )
    .returning({ challenge: staffChallenges.challenge });
  return taken?.challenge;
}

/**
 * Stores a new passkey.
 * @returns false if it isn't valid.
 * @throws AppError `conflict` at the limit.
 */
export async function addPasskey(
  config: Config,
  tx: Db,
  actor: Actor,
  { credential }: PasskeyInput,
): Promise<boolean> {
  const expectedChallenge = await takeChallenge(tx, actor, "enroll");
  if (expectedChallenge === undefined) return false;
  const { verifyRegistrationResponse } = await loadLibrary();
  const verified = await verifyRegistrationResponse({
    // The library validates the content, and throws if it isn't valid.
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: config.ownOrigins,
    expectedRPID: findHost(config),
    requireUserVerification: false,
  }).catch(() => undefined);
  if (!verified?.verified) return false;
  await requireRoom(tx, actor.userId);
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const [session] = await tx
    .select({ userAgent: sessions.userAgent })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId));
  const added = await tx
    .insert(staffPasskeys)
    .values({
      id,
      userId: actor.userId,
      publicKey: Buffer.from(publicKey).toString("base64url"),
      signatureCount: counter,
      transports,
      userAgent: session?.userAgent ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: staffPasskeys.id });
  return added.length > 0;
}

/** Whether the answer was signed by a passkey of the person, for this session's challenge. */
export async function verifyPasskey(
  config: Config,
  tx: Db,
  actor: Actor,
  { credential }: PasskeyInput,
): Promise<boolean> {
  const expectedChallenge = await takeChallenge(tx, actor, "sign-in");
  const [passkey] = await tx
    .select()
    .from(staffPasskeys)
    .where(and(eq(staffPasskeys.id, credential.id), eq(staffPasskeys.userId, actor.userId)))
    .for("update");
  if (expectedChallenge === undefined || !passkey) return false;
  const { id, publicKey, signatureCount, transports } = passkey;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const result = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: config.ownOrigins,
    expectedRPID: findHost(config),
    requireUserVerification: false,
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
      counter: signatureCount,
      transports,
    },
  }).catch(() => undefined);
  if (!result?.verified) return false;
  await tx
    .update(staffPasskeys)
    .set({ signatureCount: result.authenticationInfo.newCounter, lastUsedAt: new Date() })
    .where(eq(staffPasskeys.id, id));
  return true;
}
