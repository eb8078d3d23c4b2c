/** Codes from an authenticator app (TOTP, RFC 6238). */
import { eq, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import encodeQR from "qr";
import { site } from "#lib/site/site.ts";
import type { NewAuthenticator } from "#lib/staff/staff.responses.ts";
import type { Config } from "../../config/config.ts";
import { decrypt, encrypt } from "../../crypto.ts";
import type { Db } from "../../db/connection.ts";
import { staffAuthenticators } from "../../db/tables/staff.table.ts";

const purpose = "staff-authenticator";
const periodSeconds = 30;
/** How many periods a clock may be wrong. */
const window = 1;

const createTotp = (secret: string, label = "") =>
  new TOTP({ issuer: site.name, label, period: periodSeconds, secret: Secret.fromBase32(secret) });

/** Creates a secret, which becomes the current one when its first code is entered. */
export async function createAuthenticator(
  config: Config,
  db: Db,
  person: { userId: string; email: string },
): Promise<NewAuthenticator> {
  const secret = new Secret({ size: 20 }).base32;
  await storePending(config, db, person.userId, secret);
  const uri = createTotp(secret, person.email).toString();
  return { secret, uri, qr: drawQr(uri) };
}

async function storePending(config: Config, db: Db, userId: string, secret: string) {
  const pendingEncrypted = await encrypt(config.appSecret, purpose, secret);
  await db
    .insert(staffAuthenticators)
    .values({ userId, pendingEncrypted })
    .onConflictDoUpdate({ target: staffAuthenticators.userId, set: { pendingEncrypted } });
}

/** Stores a known secret as the current one, for the demo. */
export async function setAuthenticator(
  config: Config,
  db: Db,
  userId: string,
  secret: string,
): Promise<void> {
  await storePending(config, db, userId, secret);
  await activatePending(db, userId, []);
}

async function activatePending(db: Db, userId: string, usedPeriods: number[]): Promise<void> {
  const { pendingEncrypted: secretEncrypted } = staffAuthenticators;
  await db
    .update(staffAuthenticators)
    .set({ secretEncrypted, pendingEncrypted: null, usedPeriods })
    .where(eq(staffAuthenticators.userId, userId));
}

/** Makes the pending secret the current one if the code belongs to it. */
export async function confirmAuthenticator(
  config: Config,
  tx: Db,
  userId: string,
  code: string,
): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(staffAuthenticators)
    .where(eq(staffAuthenticators.userId, userId))
    .for("update");
  if (!row?.pendingEncrypted) return false;
  const period = await findPeriod(config, row.pendingEncrypted, code);
  if (period === undefined) return false;
  // Periods that were used with another secret don't count.
  await activatePending(tx, userId, [period]);
  return true;
}

/** Whether the code belongs to the current secret. Each code works once. */
export async function redeemAuthenticatorCode(
  config: Config,
  tx: Db,
  userId: string,
  code: string,
): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(staffAuthenticators)
    .where(eq(staffAuthenticators.userId, userId));
  if (!row?.secretEncrypted) return false;
  const period = await findPeriod(config, row.secretEncrypted, code);
  return period !== undefined && redeemPeriod(tx, userId, period);
}

/** The period to which the code belongs, if it is the current one or next to it. */
async function findPeriod(
  config: Config,
  encrypted: string,
  code: string,
): Promise<number | undefined> {
  const digits = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) return undefined;
  const timestamp = Date.now();
  const totp = createTotp(await decrypt(config, purpose, encrypted));
  const delta = totp.validate({ token: digits, timestamp, window });
  return delta === null ? undefined : currentPeriod(timestamp) + delta;
}

const currentPeriod = (timestamp: number) => Math.floor(timestamp / 1_000 / periodSeconds);

/** @returns false if the period's code was used before, even by a request at the same time. */
async function redeemPeriod(tx: Db, userId: string, period: number): Promise<boolean> {
  const { usedPeriods } = staffAuthenticators;
  // A code is accepted until two periods after its own, so older ones can be dropped.
  const oldest = period - 4 * window;
  const used = await tx
    .update(staffAuthenticators)
    .set({
      usedPeriods: sql`array(select each from unnest(${usedPeriods}) as each where each > ${oldest}) || ${period}::int`,
    })
    .where(
      sql`${staffAuthenticators.userId} = ${userId} and not ${period}::int = any(${usedPeriods})`,
    )
    .returning({ userId: staffAuthenticators.userId });
  return used.length > 0;
}

/** Draws each dark module as a square, with the quiet zone that scanners need. */
function drawQr(text: string): NewAuthenticator["qr"] {
  const rows = encodeQR(text, "raw", { border: 2 });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: squares.join("") };
}
