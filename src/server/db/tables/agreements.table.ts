import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { agreementPlaces, legalDocuments } from "#lib/agreements/legal-documents.ts";
import { createdAt } from "../columns.ts";
import { id } from "../id.ts";
import { users } from "./accounts.table.ts";

/**
 * Which version of the terms and of the privacy policy a person accepted, and when. Rows are kept
 * with the anonymized account.
 */
export const agreements = pgTable(
  "agreements",
  {
    id: id("agr"),
    userId: text()
      .notNull()
      .references(() => users.id),
    document: text({ enum: legalDocuments }).notNull(),
    /** The date of the version, such as 2025-04-21. */
    version: text().notNull(),
    acceptedAt: createdAt(),
    place: text({ enum: agreementPlaces }).notNull(),
  },
  (table) => [uniqueIndex("agreements_version").on(table.userId, table.document, table.version)],
);
