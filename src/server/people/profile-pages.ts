/** One page of profiles, whatever their role: who is on it, and how many there are. */
import { and, count, desc, eq, gte, isNull, like, or, type SQL, sql } from "drizzle-orm";
import type { Paging } from "#lib/paging.ts";
import { adultAge, guardianNeededBelowAge, type Role } from "#lib/people.options.ts";
import { containsPattern, foldForSearch } from "#lib/search-text.ts";
import { users } from "../accounts/accounts.table.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "./people.table.ts";

/** Newest first; the id keeps the order of those who came at the same moment. */
export const newestFirst = [desc(profiles.createdAt), desc(profiles.id)];

/** People whose accounts were deleted are nowhere to be seen. */
export const isPresent = isNull(users.deletedAt);

/** Children stand in no list: only who has the address of their page finds it. */
const isListed = or(isNull(profiles.age), gte(profiles.age, guardianNeededBelowAge));

/** Those of the role whose name contains the text; a blank text finds all. */
export function fittingPeople(role: Role, search = "", ...conditions: SQL[]): SQL | undefined {
  return and(
    eq(profiles.role, role),
    isPresent,
    role === "student" ? isListed : undefined,
    foldForSearch(search) === "" ? undefined : isNamed(role, containsPattern(search)),
    ...conditions,
  );
}

/** Minors are found by their first names alone, or a search would tell the hidden part. */
function isNamed(role: Role, pattern: string): SQL | undefined {
  const contains = like(profiles.searchName, pattern);
  if (role === "teacher") return contains;
  return and(
    contains,
    or(
      isNull(profiles.age),
      gte(profiles.age, adultAge),
      like(sql`split_part(${profiles.searchName}, ' ', 1)`, pattern),
    ),
  );
}

/** The ids on a page, as a subquery, so that details are read for them alone. */
export function pageOfPeople(db: Db, condition: SQL | undefined, { page, limit }: Paging) {
  return db
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(condition)
    .orderBy(...newestFirst)
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
