import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { staffRoles } from "#lib/staff/staff.rules.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { sessions, users } from "./accounts.table.ts";

const userId = () => text().references(() => users.id, { onDelete: "cascade" });

/** The people who run the site. They need no profile. */
export const staffMembers = pgTable("staff_members", {
  userId: userId().primaryKey(),
  role: text({ enum: staffRoles }).notNull(),
  addedAt: instant()
    .notNull()
    .$defaultFn(() => new Date()),
});

/** The authenticator app of a member of staff. */
export const staffAuthenticators = pgTable("staff_authenticators", {
  userId: userId().primaryKey(),
  /** Encrypted with the application secret. Null until the first code was entered. */
  secretEncrypted: text(),
  /** A secret that was shown and becomes the current one when its first code is entered. */
  pendingEncrypted: text(),
  createdAt: createdAt(),
  /** The periods whose codes have been used, so that no code works twice. Older ones are dropped. */
  usedPeriods: integer().array().notNull().default(sql`'{}'`),
});

/** The passkeys of staff. */
export const staffPasskeys = pgTable(
  "staff_passkeys",
  {
    /** The credential's ID, chosen by the authenticator. */
    id: text().primaryKey(),
    userId: userId().notNull(),
    /** In base64url. */
    publicKey: text().notNull(),
    signatureCount: integer().notNull(),
    transports: jsonb().$type<string[]>().notNull().default([]),
    /** The browser in which it was added, by which people recognize it. */
    userAgent: text(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (table) => [index("staff_passkeys_user_id").on(table.userId)],
);

/** The challenge that a session's next passkey has to sign. */
export const staffChallenges = pgTable("staff_challenges", {
  sessionId: text()
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  challenge: text().notNull(),
  purpose: text({ enum: ["enroll", "sign-in"] }).notNull(),
  expiresAt: instant().notNull(),
});

/**
 * Views, in which staff read a person's pages for a while without changing anything. A view isn't a
 * session of the person and has no token. It is valid only in the staff session that started it.
 */
export const staffViews = pgTable(
  "staff_views",
  {
    id: id("vew"),
    staffId: userId().notNull(),
    /** Null once the staff session was deleted, which ends the view. */
    sessionId: text().references(() => sessions.id, { onDelete: "set null" }),
    /** Whose pages are read. */
    userId: userId().notNull(),
    reason: text().notNull(),
    startedAt: createdAt(),
    expiresAt: instant().notNull(),
    /** When the view ended and the person was notified. */
    endedAt: instant(),
  },
  (table) => [
    index("staff_views_staff_id").on(table.staffId),
    index("staff_views_session_id").on(table.sessionId),
    index("staff_views_user_id").on(table.userId),
    index("staff_views_open").on(table.expiresAt).where(sql`${table.endedAt} is null`),
  ],
);

/** One-time codes that replace a lost second factor, as keyed hashes. */
export const staffRecoveryCodes = pgTable(
  "staff_recovery_codes",
  {
    id: id("src"),
    userId: userId().notNull(),
    codeHash: text().notNull(),
    createdAt: createdAt(),
    usedAt: instant(),
  },
  (table) => [
    index("staff_recovery_codes_user_id").on(table.userId),
    check("staff_recovery_codes_hash", sql`${table.codeHash} <> ''`),
  ],
);
