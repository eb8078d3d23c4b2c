import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { defaultLanguage, languages } from "#lib/languages.ts";
import { hourCycles } from "#lib/time/hour-cycle.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";

/** People with a verified email address, stored in lower case. */
export const users = pgTable(
  "users",
  {
    id: id("usr"),
    email: text().notNull(),
    name: text().notNull(),
    /** The language of emails, and of the pages after log-in. */
    language: text({ enum: languages }).notNull().default(defaultLanguage),
    /** Whether the person's browser shows 12 or 24 hours, for emails. */
    hourCycle: text({ enum: hourCycles }),
    passwordHash: text().notNull(),
    createdAt: createdAt(),
    passwordChangedAt: instant(),
    /** When the account was deleted. The anonymized row is kept for accounting. */
    deletedAt: instant(),
    /** When staff suspended the person, until when, and why. The person reads the reason. */
    suspendedAt: instant(),
    suspendedUntil: instant(),
    suspendedReason: text(),
  },
  (table) => [
    uniqueIndex("users_email").on(table.email),
    index("users_suspended_until")
      .on(table.suspendedUntil)
      .where(sql`${table.suspendedUntil} is not null`),
    check(
      "users_suspended",
      sql`(${table.suspendedAt} is null) = (${table.suspendedUntil} is null) and (${table.suspendedAt} is null) = (${table.suspendedReason} is null)`,
    ),
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
  ],
);

/**
 * Sign-ups that haven't been verified. One address can have several, each with its own password and
 * code, so that nobody gains anything by signing up with another person's address first.
 */
export const signUps = pgTable(
  "sign_ups",
  {
    id: id("sgn"),
    email: text().notNull(),
    name: text().notNull(),
    /** Salted with the address, so that sign-ups with the same password have the same hash. */
    passwordHash: text().notNull(),
    /** What the person agreed to with the form. Null for sign-ups from before this was recorded. */
    termsVersion: text(),
    privacyVersion: text(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (table) => [index("sign_ups_email").on(table.email, table.createdAt)],
);

/**
 * One-time codes for sign-ups, password resets and links to Zoom users, as keyed hashes. A code
 * without an owner was requested for an address that doesn't need one. It is stored so that both
 * cases require the same work.
 */
export const oneTimeCodes = pgTable(
  "one_time_codes",
  {
    id: id("otc"),
    purpose: text({ enum: ["sign-up", "password-reset", "zoom-link"] }).notNull(),
    email: text().notNull(),
    signUpId: text().references(() => signUps.id, { onDelete: "cascade" }),
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    codeHash: text().notNull(),
    /**
     * The browser that requested the code, identified by its cookie for a password reset, by the
     * hash of the Zoom user for a link, and by the sign-up otherwise.
     */
    requestedBy: text(),
    /** The keyed hash of the client address that sent the request. */
    requestedFrom: text(),
    attempts: integer().notNull().default(0),
    /**
     * Attempts by other browsers. They don't use up the attempts of the browser that requested the
     * code.
     */
    unboundAttempts: integer().notNull().default(0),
    /** Attempts by other browsers at other client addresses. */
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

/** Single-use tokens for setting a new password, issued for a correct reset code. */
export const resetTokens = pgTable("reset_tokens", {
  id: id("rst"),
  userId: text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  createdAt: createdAt(),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});

/** A token that was replaced recently. */
export interface RetiredToken {
  hash: string;
  /** Milliseconds since the Unix epoch. */
  usedAt: number;
}

/**
 * Sessions of logged-in browsers. A session ends by revocation, by inactivity, or at its absolute
 * expiry.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: id("ses"),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The keyed hash of the current session token. */
    tokenHash: text().notNull(),
    /**
     * Tokens replaced in the last few seconds. They are still accepted, because several tabs may
     * refresh at the same time.
     */
    retiredTokens: jsonb().$type<RetiredToken[]>().notNull().default([]),
    createdAt: createdAt(),
    lastUsedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    userAgent: text(),
    /**
     * The app that the session belongs to. Null for browsers. An app has no session cookie, and
     * only a few rights.
     */
    app: text({ enum: ["zoom"] }),
    /** When a member of staff entered their second factor in this session. */
    secondFactorAt: instant(),
  },
  (table) => [
    uniqueIndex("sessions_token_hash").on(table.tokenHash),
    index("sessions_user_id").on(table.userId),
  ],
);

/** Keys that sign access tokens. Private keys are encrypted with the application secret. */
export const signingKeys = pgTable("signing_keys", {
  id: id("key"),
  publicJwk: jsonb().$type<Record<string, unknown>>().notNull(),
  privateJwkEncrypted: text().notNull(),
  createdAt: createdAt(),
  /** When the key stops signing. It verifies signatures for one more day. */
  retiresAt: instant().notNull(),
});
