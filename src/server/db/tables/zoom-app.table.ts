import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { sessions, users } from "./accounts.table.ts";

/**
 * Zoom users who are linked to an account, so that the Zoom app can identify them. A Zoom user is
 * linked to only one account, but an account can have several Zoom users.
 */
export const zoomLinks = pgTable(
  "zoom_links",
  {
    id: id("zln"),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The keyed hash of the user's ID at Zoom. */
    zoomUserHash: text().notNull(),
    /** The session of the open app. It ends with the link. */
    sessionId: text().references(() => sessions.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    lastUsedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex("zoom_links_zoom_user_hash").on(table.zoomUserHash),
    index("zoom_links_user_id").on(table.userId),
    index("zoom_links_session_id").on(table.sessionId),
  ],
);

/** App contexts that were exchanged for a session, kept until they expire. Each works once. */
export const usedAppContexts = pgTable("used_app_contexts", {
  digest: text().primaryKey(),
  expiresAt: instant().notNull(),
});
