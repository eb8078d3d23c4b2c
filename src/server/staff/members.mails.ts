/** Notifies owners and the person concerned of who joins, leaves or changes roles in the staff. */
import { and, asc, eq, isNull, ne } from "drizzle-orm";
import { site } from "#lib/site/site.ts";
import { type StaffRole, staffPath } from "#lib/staff/staff.rules.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { staffMembers } from "../db/tables/staff.table.ts";
import { mailPerson } from "../guardians/recipients.ts";

const t = getTexts("staff");

export interface MembershipChange {
  userId: string;
  name: string;
  email: string;
  /** Null if the person wasn't staff. */
  before: StaffRole | null;
  /** Null if the person is no longer staff. */
  role: StaffRole | null;
}

const kindOf = ({ before, role }: MembershipChange): "added" | "changed" | "removed" =>
  role === null ? "removed" : before === null ? "added" : "changed";

const readers = {
  name: users.name,
  email: users.email,
  language: users.language,
  hourCycle: users.hourCycle,
};

/**
 * Emails the person and the other owners. Someone with access to the server for a minute must not be
 * able to add an owner whom nobody notices.
 */
export async function mailMembership(
  context: Context,
  tx: Db,
  change: MembershipChange,
): Promise<void> {
  const { userId, before, role } = change;
  if (before === role) return;
  const [person] = await tx.select(readers).from(users).where(eq(users.id, userId));
  const kind = kindOf(change);
  if (person) {
    await mailPerson(context, tx, person, () => {
      const values = { site: site.name, role: role ? t(`role.${role}`) : "" };
      return {
        subject: t(`server.mail.own.${kind}.subject`, values),
        content: {
          title: t(`server.mail.own.${kind}.title`),
          preheader: t(`server.mail.own.${kind}.text`, values),
          paragraphs: [t(`server.mail.own.${kind}.text`, values)],
          ...(role && {
            action: {
              label: t("server.mail.openConsole"),
              url: pageUrl(context.config, staffPath),
            },
          }),
          because: t("server.mail.ownBecause", { site: site.name }),
        },
      };
    });
  }
  await mailOwners(context, tx, change);
}

/** Emails the owners, except the person concerned. */
export async function mailOwners(
  context: Context,
  tx: Db,
  change: MembershipChange,
): Promise<void> {
  const owners = await tx
    .select(readers)
    .from(staffMembers)
    .innerJoin(users, eq(users.id, staffMembers.userId))
    .where(
      and(
        eq(staffMembers.role, "owner"),
        ne(staffMembers.userId, change.userId),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(asc(users.email));
  const kind = kindOf(change);
  for (const owner of owners) {
    await mailPerson(context, tx, owner, () => {
      const { role } = change;
      const name = isolatedInRtl(change.name);
      const values = { name, site: site.name, role: role ? t(`role.${role}`) : "" };
      return {
        subject: t(`server.mail.member.${kind}.subject`, values),
        content: {
          title: t(`server.mail.member.${kind}.title`),
          preheader: t(`server.mail.member.${kind}.text`, values),
          paragraphs: [
            t(`server.mail.member.${kind}.text`, values),
            t(`server.mail.member.${role ? "unexpected" : "cases"}`),
          ],
          facts: [{ name: t("server.mail.email"), value: change.email }],
          action: {
            label: t("server.mail.openConsole"),
            url: pageUrl(context.config, staffPath),
          },
          because: t("server.mail.ownerBecause", { site: site.name }),
        },
      };
    });
  }
}
