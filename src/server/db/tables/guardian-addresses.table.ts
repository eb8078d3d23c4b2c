import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";

/**
 * Email addresses that students have entered for their guardians. Limits and refusals belong to the
 * address, regardless of who entered it. Confirmations belong to one student and are stored in the
 * profile.
 */
export const guardianAddresses = pgTable("guardian_addresses", {
  id: id("gad"),
  /** In lower case. */
  address: text().notNull().unique(),
  /** When the latest confirmation request was sent. */
  requestedAt: instant().notNull(),
  /** Confirmation requests since the address last confirmed a student. */
  requests: integer().notNull(),
  /** When the owner of the address opted out of emails about any student. */
  declinedAt: instant(),
});

/**
 * Links that guardians requested with their address. Each opens the pages of all children whose
 * confirmed guardian has this address.
 */
export const guardianPageLinks = pgTable("guardian_page_links", {
  id: id("gpl"),
  /**
   * In lower case. Empty if no confirmed guardian has the address, because such addresses aren't
   * stored.
   */
  address: text().notNull(),
  expiresAt: instant().notNull(),
  createdAt: createdAt(),
});
