import type { users } from "../db/tables/accounts.table.ts";

export interface SuspendedPerson {
  userId: string;
  name: string;
  email: string;
  language: (typeof users.$inferSelect)["language"];
  /** Both are null if the person isn't suspended. */
  suspendedSince: Date | null;
  suspendedUntil: Date | null;
  profileId: string | null;
  role: "student" | "teacher" | null;
}
