/** Who gets a letter. Guardians and children: docs/decisions/062-letters.md. */
import { and, eq, exists, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { sessions, users } from "../db/tables/accounts.table.ts";
import { letterDeliveries, type letters } from "../db/tables/letters.table.ts";
import { mailSuppressions } from "../db/tables/mail-suppressions.table.ts";
import { newsletterSubscribers } from "../db/tables/newsletter.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isChildProfile } from "../guardians/guardian.ts";

type Segment = Pick<typeof letters.$inferSelect, "audience" | "language" | "activeDays">;

const dayMs = 24 * 60 * 60 * 1_000;

/** How many addresses would get the letter now. */
export async function countRecipients(db: Db, segment: Segment): Promise<number> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select count(distinct address) as number from (${selectRecipients(segment)}) as recipient
    where not exists (select from ${mailSuppressions} where ${mailSuppressions.email} = address)`);
  return Number(rows[0]?.number ?? 0);
}

/** Adds a row for each address. Suppressed addresses are skipped when their turn comes. */
export async function addRecipients(tx: Db, letterId: string, segment: Segment): Promise<void> {
  await tx.execute(sql`
    insert into ${letterDeliveries} (letter_id, address, recipient, owner_id, language)
    select distinct on (address) ${letterId}, address, recipient, owner_id, language
    from (${selectRecipients(segment)}) as recipient
    order by address, recipient, owner_id
    on conflict do nothing`);
}

function selectRecipients({ audience, language, activeDays }: Segment): SQL {
  if (audience === "subscribers") {
    return sql`
      select ${newsletterSubscribers.email} as address, 'subscriber' as recipient,
        null as owner_id, ${newsletterSubscribers.language} as language
      from ${newsletterSubscribers}
      where ${language ? eq(newsletterSubscribers.language, language) : sql`true`}`;
  }
  const role =
    audience === "accounts" ? undefined : audience === "teachers" ? "teacher" : "student";
  const isInSegment = and(
    isNull(users.deletedAt),
    role && eq(profiles.role, role),
    activeDays === null ? undefined : activeWithin(activeDays),
  );
  return sql`
    select ${users.email} as address, 'account' as recipient, ${users.id} as owner_id,
      ${users.language} as language
    from ${users} left join ${profiles} on ${profiles.userId} = ${users.id}
    where ${isInSegment}
    union all
    select ${profiles.guardianConfirmed}, 'guardian', ${profiles.id}, ${users.language}
    from ${profiles} inner join ${users} on ${users.id} = ${profiles.userId}
    where ${and(isInSegment, isChildProfile, isConfirmed)}`;
}

/** `readGuardian` decides when the email is sent. This only leaves out most others. */
const isConfirmed = and(
  isNotNull(profiles.guardianConfirmed),
  eq(profiles.guardianConfirmed, sql`lower(trim(${profiles.parentGuardianContact}))`),
);

const activeWithin = (days: number): SQL => {
  const since = new Date(Date.now() - days * dayMs).toISOString();
  return exists(
    sql`(select from ${sessions} where ${and(eq(sessions.userId, users.id), gt(sessions.lastUsedAt, sql`${since}::timestamptz`))})`,
  );
};
