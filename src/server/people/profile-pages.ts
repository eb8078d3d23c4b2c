/** Paginated lists of profiles of either role: the people on a page, and the total number. */

import { and, count, desc, eq, like, type SQL, sql } from "drizzle-orm";
import type { Paging } from "#lib/paging/paging.ts";
import type { Role } from "#lib/people/people.options.ts";
import { containsPattern, foldForSearch } from "#lib/text/search-text.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isAdultProfile, isReachable } from "../public-person.ts";

/** Newest first. The ID makes the order stable for profiles created at the same time. */
export const newestFirst = [desc(profiles.createdAt), desc(profiles.id)];

/**
 * Matches people of the role who may appear in public and whose name contains the text. A blank
 * text matches everyone.
 */
export function matchingPeople(role: Role, search = "", ...conditions: SQL[]): SQL | undefined {
  return and(
    eq(profiles.role, role),
    isReachable(),
    isAdultProfile,
    foldForSearch(search) === "" ? undefined : like(profiles.searchName, containsPattern(search)),
    ...conditions,
  );
}

/**
 * The IDs of one page and their places, as a subquery, so that only the details of these people are
 * read. Order by the place: computing an order again takes as long as finding the page.
 */
export function pageOfPeople(
  db: Db,
  condition: SQL | undefined,
  { page, limit }: Paging,
  order: readonly SQL[] = newestFirst,
) {
  return db
    .select({
      id: profiles.id,
      place: sql<number>`row_number() over (order by ${sql.join([...order], sql`, `)})`.as("place"),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit)
    .as("page");
}

export async function countPeople(db: Db, condition: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(condition);
  return row?.total ?? 0;
}
