/** Lets the transactions of the console's changes fail at their end. */
import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connection.ts";

export interface EntryRefusal {
  /** From now on, transactions that add an entry to the audit log fail when they commit. */
  refuse: () => Promise<unknown>;
  allow: () => Promise<unknown>;
}

export async function prepareRefusal(db: Db): Promise<EntryRefusal> {
  await db.execute(sql`
    create function refuse_entry() returns trigger language plpgsql as
    $$ begin raise exception 'The transaction fails at its end'; end $$
  `);
  return {
    refuse: () =>
      db.execute(sql`
        create constraint trigger refused after insert on staff_actions
        deferrable initially deferred for each row execute function refuse_entry()
      `),
    allow: () => db.execute(sql`drop trigger if exists refused on staff_actions`),
  };
}
