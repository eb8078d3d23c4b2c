/** Prevents a live server from using a database with demo accounts, whose password is public. */
import { and, count, isNull, like, or, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { demoSeeds } from "../db/tables/seed.table.ts";

/** Explains why a live server doesn't start with this database, and what an operator can do. */
export class DemoAccountsError extends Error {
  constructor(accounts: number) {
    super(
      `This database contains ${accounts} demo ${accounts === 1 ? "account" : "accounts"}, whose password is public, so it can't be used with APP_ENV=live. Start with an empty database (DATABASE_URL, or another DATA_DIR). To keep its other data, start it with APP_ENV=demo and delete the demo accounts there. See "Going live" in docs/operations.md.`,
    );
    this.name = "DemoAccountsError";
  }
}

/** @throws DemoAccountsError if anyone can log in with a demo account. */
export async function refuseDemoAccounts(db: Db): Promise<void> {
  const accounts = await countDemoAccounts(db);
  if (accounts > 0) throw new DemoAccountsError(accounts);
}

/**
 * Only empty databases are filled with demo data, and the demo accounts are backdated to before
 * seeding started. So every older account is a demo account, even if it was renamed. Demo accounts
 * also share one password hash. Two real accounts never do, because hashes are salted.
 */
async function countDemoAccounts(db: Db): Promise<number> {
  const begun = db.select({ at: sql`max(${demoSeeds.startedAt})` }).from(demoSeeds);
  const shared = db
    .select({ hash: users.passwordHash })
    .from(users)
    .where(isNull(users.deletedAt))
    .groupBy(users.passwordHash)
    .having(sql`count(*) > 1`);
  const [row] = await db
    .select({ accounts: count() })
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        or(
          like(users.email, "%@halaqa.test"),
          sql`${users.createdAt} < (${begun})`,
          sql`${users.passwordHash} in (${shared})`,
        ),
      ),
    );
  return row?.accounts ?? 0;
}
