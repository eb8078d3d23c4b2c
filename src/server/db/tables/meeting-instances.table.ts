import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, meetingProvider } from "../columns.ts";
import { classes } from "./classes.table.ts";
import { meetings } from "./meetings.table.ts";
import { profiles } from "./people.table.ts";

/**
 * Instances of meetings: each start of a room has its own ID at the service. An instance is
 * recorded when the service reports it, or when the teacher's app is open in it.
 */
export const meetingInstances = pgTable(
  "meeting_instances",
  {
    provider: meetingProvider(),
    /** The service's ID for this instance, in its canonical spelling. */
    instanceId: text().notNull(),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    /** Our meeting. Null for the teacher's other rooms. */
    meetingId: text().references(() => meetings.id, { onDelete: "cascade" }),
    /**
     * The class that the teacher holds in another room. Null if `meetingId` determines the class.
     */
    classId: text().references(() => classes.id, { onDelete: "cascade" }),
    startedAt: instant().notNull(),
    endedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.instanceId] }),
    index("meeting_instances_teacher_id").on(table.teacherId),
    check("meeting_instances_of", sql`num_nonnulls(${table.meetingId}, ${table.classId}) > 0`),
  ],
);
