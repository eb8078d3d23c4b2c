/** The case whose decision suspended a person. */
import { and, eq } from "drizzle-orm";
import type { SuspensionState } from "../cases/cases.mails.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { cases } from "../db/tables/cases.table.ts";
import type { SuspendedPerson } from "./suspended-person.ts";

type CaseOfSuspension = Pick<typeof cases.$inferSelect, "aboutUserId" | "decidedAt">;

/** Undefined if the case was deleted, because cases aren't kept as long as the longest suspensions. */
export async function findSuspensionCase(
  tx: Db,
  { userId, suspendedSince }: Pick<SuspendedPerson, "userId" | "suspendedSince">,
): Promise<string | undefined> {
  if (!suspendedSince) return undefined;
  const [suspended] = await tx
    .select({ id: cases.id })
    .from(cases)
    .where(
      and(
        eq(cases.aboutUserId, userId),
        eq(cases.decision, "suspend"),
        eq(cases.decidedAt, suspendedSince),
      ),
    );
  return suspended?.id;
}

export async function readSuspensionState(
  tx: Db,
  { aboutUserId, decidedAt }: CaseOfSuspension,
): Promise<SuspensionState> {
  if (!aboutUserId) return { kind: "ended" };
  const [person] = await tx
    .select({ since: users.suspendedAt, until: users.suspendedUntil })
    .from(users)
    .where(eq(users.id, aboutUserId));
  if (!person?.since || !person.until) return { kind: "ended" };
  const isOfCase = decidedAt?.getTime() === person.since.getTime();
  return isOfCase ? { kind: "running" } : { kind: "replaced", until: person.until };
}
