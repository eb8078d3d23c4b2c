/** Payment accounts in countries where the platform may pay nobody. */
import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { listSanctionedCountries } from "#lib/payments/sanctioned-countries.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { paymentAccounts } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";

/**
 * New accounts there are refused, so these were opened before their country was added to the list of
 * countries under sanctions. Those of teachers who can still sell come first.
 */
export async function listSanctionedAccounts(db: Db, platformCountry: string) {
  const isSuspended = isNotNull(users.suspendedAt);
  return db
    .select({
      _id: paymentAccounts.id,
      teacherId: profiles.userId,
      teacher: profiles.name,
      country: paymentAccounts.country,
      /** The account at the payment provider. Null if the platform pays the teacher itself. */
      providerAccountId: paymentAccounts.providerAccountId,
      suspendedUntil: users.suspendedUntil,
    })
    .from(paymentAccounts)
    .innerJoin(profiles, eq(profiles.id, paymentAccounts.teacherId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        isNull(paymentAccounts.closedAt),
        inArray(paymentAccounts.country, [...listSanctionedCountries(platformCountry)]),
      ),
    )
    .orderBy(asc(isSuspended), asc(profiles.name), asc(paymentAccounts.id));
}
