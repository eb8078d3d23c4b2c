/**
 * Emails staff about cases, whose texts name the people who reported. So the person concerned gets
 * none of them, not even as the only person on call.
 */
import { eq } from "drizzle-orm";
import { site } from "#lib/site/site.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { Mail } from "../mail/mail.ts";
import { listStaffAddresses } from "../staff/staff-addresses.ts";

/** What an email is about: the ID of a case or of its subject, and the person concerned, if any. */
interface About {
  id: string;
  aboutUserId: string | null;
}

/** Leaves out the address of the person concerned. */
export async function withoutPersonConcerned(
  tx: Db,
  { aboutUserId }: Pick<About, "aboutUserId">,
  addresses: readonly string[],
): Promise<string[]> {
  if (aboutUserId === null) return [...addresses];
  const [person] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, aboutUserId));
  const own = person?.email.toLowerCase();
  return addresses.filter((address) => address.toLowerCase() !== own);
}

/**
 * Queues the same email to each address, except that of the person concerned. If no other address
 * remains, the other owners get it. If there are none, an error is logged, and nobody gets it.
 */
export async function mailStaffAbout(
  context: Context,
  tx: Db,
  about: About,
  addresses: readonly string[],
  write: (to: string) => Mail,
  send: (mail: Mail) => Promise<void> = (mail) => sendMail(context, tx, mail),
): Promise<void> {
  const others = await withoutPersonConcerned(tx, about, addresses);
  for (const to of others) await send(write(to));
  if (others.length > 0) return;
  const owners = await withoutPersonConcerned(tx, about, await listStaffAddresses(tx, ["owner"]));
  for (const to of owners) {
    const mail = write(to);
    const because = `you are an owner of ${site.name}`;
    await send({ ...mail, content: { ...mail.content, because } });
  }
  if (owners.length === 0) {
    context.log.error(
      { about: about.id },
      "No member of staff could be emailed about a report: add another on-call or support address",
    );
  }
}
