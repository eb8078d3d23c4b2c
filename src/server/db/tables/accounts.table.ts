import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";

/** People whose address is verified. Addresses are stored in lower case. */
export const users = pgTable(
  "users",
  {
    id: id("usr"),
    email: text().notNull(),
    name: text().notNull(),
    passwordHash: text().notNull(),
    createdAt: createdAt(),
    passwordChangedAt: instant(),
    /** Set when the account was deleted; the row stays, anonymized, for accounting. */
    deletedAt: instant(),
  },
  (table) => [
    uniqueIndex("users_email").on(table.email),
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
  ],
);

/**
 * Requests to join that nobody has verified yet. Several may wait for one address, each with its
 * own password and code, so that whoever asks first gains nothing on somebody else's address.
 */
export const signUps = pgTable(
  "sign_ups",
  {
    id: id("sgn"),
    email: text().notNull(),
    name: text().notNull(),
    /** Salted by the address, so that requests with the same password can be told. */
    passwordHash: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (table) => [index("sign_ups_email").on(table.email, table.createdAt)],
);

/**
 * One-time codes, as keyed hashes, of sign-ups and of password resets. A code without an owner was
 * asked for on an address that has no use for it: it makes the work the same and opens nothing.
 */
export const oneTimeCodes = pgTable(
  "one_time_codes",
  {
    id: id("otc"),
    purpose: text({ enum: ["sign-up", "password-reset"] }).notNull(),
    email: text().notNull(),
    signUpId: text().references(() => signUps.id, { onDelete: "cascade" }),
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    codeHash: text().notNull(),
    /** The browser that requested the code: of a reset by its cookie, of a sign-up by the sign-up. */
    requestedBy: text(),
    /** Keyed hash of the client's address that the request came from. */
    requestedFrom: text(),
    attempts: integer().notNull().default(0),
    /** Those of them that another browser made, which leave the one that requested it its share. */
    unboundAttempts: integer().notNull().default(0),
    /** Those of them that came from another browser at another address. */
    strangeAttempts: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [
    index("one_time_codes_email").on(table.email, table.createdAt),
    check("one_time_codes_attempts", sql`${table.attempts} between 0 and 5`),
    check(
      "one_time_codes_owner",
      sql`case ${table.purpose} when 'sign-up' then ${table.userId} is null else ${table.signUpId} is null end`,
    ),
  ],
);

/** Single-use permissions to choose a new password, given for the right reset code. */
export const resetTokens = pgTable("reset_tokens", {
  id: id("rst"),
  userId: text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  createdAt: createdAt(),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});

/** A token that has been replaced a moment ago. */
export interface RetiredToken {
  hash: string;
  /** Milliseconds since 1970. */
  usedAt: number;
}

/** Signed-in browsers. A session ends by revocation, by idleness or at its absolute end. */
export const sessions = pgTable(
  "sessions",
  {
    id: id("ses"),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Keyed hash of the refresh token in force. */
    tokenHash: text().notNull(),
    /** The ones replaced within the last seconds, still taken because tabs race. */
    retiredTokens: jsonb().$type<RetiredToken[]>().notNull().default([]),
    createdAt: createdAt(),
    lastUsedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    userAgent: text(),
  },
  (table) => [
    uniqueIndex("sessions_token_hash").on(table.tokenHash),
    index("sessions_user_id").on(table.userId),
  ],
);

/** Keys that sign access tokens; private parts are encrypted with the application's secret. */
export const signingKeys = pgTable("signing_keys", {
  id: id("key"),
  publicJwk: jsonb().$type<Record<string, unknown>>().notNull(),
  privateJwkEncrypted: text().notNull(),
  createdAt: createdAt(),
  /** From then on the key signs nothing more; it verifies one day longer. */
  retiresAt: instant().notNull(),
});
