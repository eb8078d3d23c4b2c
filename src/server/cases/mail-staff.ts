/**
 * Emails staff about cases, whose texts name the people who reported. So the person concerned gets
 * none of them, not even as the only person on call. Others who have an interest in the case get them only
 * if nobody else can decide it.
 */
import { inArray } from "drizzle-orm";
import { site } from "#lib/site/site.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { Mail } from "../mail/mail.ts";
import { deciders } from "../staff/case-deciders.ts";
import { listStaffAddresses } from "../staff/staff-addresses.ts";
import { listInterested } from "./interests.ts";

/**
 * What an email is about: the ID of a case or of its subject, the person concerned, if any, and others
 * who have an interest in the case.
 */
export interface MailedCase {
  id: string;
  aboutUserId: string | null;
  interestedIds: readonly string[];
}

/** Leaves out the addresses of the people. */
async function without(
  tx: Db,
  people: readonly (string | null)[],
  addresses: readonly string[],
): Promise<string[]> {
  const ids = people.filter((id) => id !== null);
  if (ids.length === 0) return [...addresses];
  const rows = await tx.select({ email: users.email }).from(users).where(inArray(users.id, ids));
  const own = new Set(rows.map(({ email }) => email.toLowerCase()));
  return addresses.filter((address) => !own.has(address.toLowerCase()));
}

/** Leaves out the addresses of the person concerned and of others who have an interest in the case. */
export const withoutInterested = async (
  tx: Db,
  about: Pick<MailedCase, "aboutUserId" | "interestedIds">,
  addresses: readonly string[],
): Promise<string[]> => without(tx, await listInterested(tx, about), addresses);

/**
 * Queues the same email to each address, except those of people who have an interest in the case. If no
 * other address remains, the other owners get it, or else the moderators. If nobody else can decide the
 * case, the addresses get it after all, except that of the person concerned. If nobody gets it, an error is
 * logged.
 */
export async function mailStaffAbout(
  context: Context,
  tx: Db,
  about: MailedCase,
  addresses: readonly string[],
  write: (to: string) => Mail,
  send: (mail: Mail) => Promise<void> = (mail) => sendMail(context, tx, mail),
): Promise<void> {
  const others = await withoutInterested(tx, about, addresses);
  for (const to of others) await send(write(to));
  if (others.length > 0) return;
  for (const role of ["owner", ...deciders] as const) {
    const staff = await withoutInterested(tx, about, await listStaffAddresses(tx, [role]));
    const because = role === "owner" ? "are an owner of" : "decide cases for";
    for (const to of staff) {
      const mail = write(to);
      await send({ ...mail, content: { ...mail.content, because: `you ${because} ${site.name}` } });
    }
    if (staff.length > 0) return;
  }
  const notAccused = await without(tx, [about.aboutUserId], addresses);
  for (const to of notAccused) await send(write(to));
  if (notAccused.length === 0) {
    context.log.error(
      { about: about.id },
      "No member of staff could be emailed about a report: add another on-call or support address",
    );
  }
}
