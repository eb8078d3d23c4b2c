import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { id } from "../id.ts";

/**
 * Email addresses that students have named as their guardian's. Limits and refusals belong to the
 * address, whoever names it; confirmations belong to one student and are kept in the profile.
 */
export const guardianAddresses = pgTable("guardian_addresses", {
  id: id("gad"),
  /** In lower case. */
  address: text().notNull().unique(),
  /** When the latest confirmation request was sent. */
  requestedAt: instant().notNull(),
  /** Confirmation requests since the address last confirmed a student. */
  requests: integer().notNull(),
  /** Since when the owner of the address wants no email about any student. */
  declinedAt: instant(),
});
