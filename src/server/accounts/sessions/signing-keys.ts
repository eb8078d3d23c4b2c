/** The keys that sign tokens: created on demand, shared by all processes, rotated every 30 days. */
import { desc, gt, sql } from "drizzle-orm";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Context } from "../../context.ts";
import { decrypt, encrypt } from "../../crypto.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/id.ts";
import { signingKeys } from "../../db/tables/accounts.table.ts";

export const signingAlgorithm = "EdDSA";

const day = 24 * 60 * 60 * 1000;
const signsFor = 30 * day;
const verifiesLonger = day;
export const signingKeyPurpose = "signing-key";

// An arbitrary number, which must be the same in all processes and versions.
const creationLock = 5_310_442;

interface SigningKey {
  id: string;
  publicJwk: JWK;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
  retiresAt: Date;
}

/** Keys are immutable, so each process loads each of them once. */
const caches = new WeakMap<Context, Map<string, SigningKey>>();

/** The current signing key. Creates one if there is none. */
export async function getSigningKey(context: Context): Promise<SigningKey> {
  return (
    findSigning(cacheOf(context).values()) ??
    findSigning(await readKeys(context, context.db)) ??
    (await createSigningKey(context))
  );
}

/** The public key with this ID, if it is still accepted: until one day after it stops signing. */
export async function findVerificationKey(
  context: Context,
  keyId: string,
): Promise<CryptoKey | undefined> {
  const cache = cacheOf(context);
  if (!cache.has(keyId)) await readKeys(context, context.db);
  const key = cache.get(keyId);
  return key && verifies(key) ? key.publicKey : undefined;
}

/** The public keys that are still accepted, as a JSON Web Key Set. */
export async function listPublicKeys(context: Context): Promise<{ keys: JWK[] }> {
  await getSigningKey(context);
  const keys = await readKeys(context, context.db);
  return { keys: keys.filter(verifies).map((key) => key.publicJwk) };
}

function cacheOf(context: Context): Map<string, SigningKey> {
  const cache = caches.get(context) ?? new Map<string, SigningKey>();
  caches.set(context, cache);
  return cache;
}

function findSigning(keys: Iterable<SigningKey>): SigningKey | undefined {
  const now = Date.now();
  return [...keys].find((key) => key.retiresAt.getTime() > now);
}

function verifies(key: SigningKey): boolean {
  return key.retiresAt.getTime() + verifiesLonger > Date.now();
}

/** Loads the keys that are still accepted, newest first, and caches them. */
async function readKeys(context: Context, db: Db): Promise<SigningKey[]> {
  const rows = await db
    .select()
    .from(signingKeys)
    .where(gt(signingKeys.retiresAt, new Date(Date.now() - verifiesLonger)))
    .orderBy(desc(signingKeys.createdAt));
  const cache = cacheOf(context);
  const keys: SigningKey[] = [];
  for (const row of rows) {
    const key = cache.get(row.id) ?? (await restore(context, row));
    if (!key) continue;
    cache.set(key.id, key);
    keys.push(key);
  }
  return keys;
}

/** Ignores keys that were encrypted with another application secret. */
async function restore(
  context: Context,
  row: typeof signingKeys.$inferSelect,
): Promise<SigningKey | undefined> {
  let privateJwk: JWK;
  try {
    privateJwk = JSON.parse(
      await decrypt(context.config, signingKeyPurpose, row.privateJwkEncrypted),
    );
  } catch (error) {
    context.log.warn(
      { err: error, keyId: row.id },
      "A signing key was encrypted with another application secret and is ignored",
    );
    return undefined;
  }
  return {
    id: row.id,
    publicJwk: row.publicJwk,
    publicKey: await importKey(row.publicJwk),
    privateKey: await importKey(privateJwk),
    retiresAt: row.retiresAt,
  };
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm);
  if (key instanceof Uint8Array) throw new TypeError("A signing key must be asymmetric.");
  return key;
}

/**
 * If several processes find no key at the same time, the others wait for the first one and use its
 * key.
 */
async function createSigningKey(context: Context): Promise<SigningKey> {
  const pair = await generateKeyPair(signingAlgorithm, { crv: "Ed25519", extractable: true });
  const id = newId("key");
  const [publicJwk, privateJwk] = await Promise.all([
    exportJWK(pair.publicKey),
    exportJWK(pair.privateKey),
  ]);
  return context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${creationLock})`);
    const existing = findSigning(await readKeys(context, tx));
    if (existing) return existing;
    const key = {
      id,
      publicJwk: { ...publicJwk, kid: id, alg: signingAlgorithm, use: "sig" },
      retiresAt: new Date(Date.now() + signsFor),
    };
    await tx.insert(signingKeys).values({
      ...key,
      privateJwkEncrypted: await encrypt(
        context.config.appSecret,
        signingKeyPurpose,
        JSON.stringify(privateJwk),
      ),
    });
    return { ...key, ...pair };
  });
}
