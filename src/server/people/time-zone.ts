import { eq } from "drizzle-orm";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { profiles } from "../db/tables/people.table.ts";

/** The IANA time zone of the actor's profile; undefined without a profile. */
export async function findOwnTimeZone(
  { db }: Context,
  actor: Actor | undefined,
): Promise<string | undefined> {
  if (!actor?.profile) return undefined;
  const [row] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.id, actor.profile.id));
  return row?.timeZone;
}
