/** Notifies a person that staff viewed their account. */
import { and, eq, isNull } from "drizzle-orm";
import { site } from "#lib/site/site.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { users } from "../../db/tables/accounts.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import {
  findRecipient,
  mailPerson,
  mailPersonAndGuardian,
  type RecipientMail,
} from "../../guardians/recipients.ts";

const t = getTexts("staffViews");

interface EndedView {
  reason: string;
  startedAt: Date;
  endedAt: Date;
}

/** Emails the person, and a child's guardian. Deleted accounts get no email. */
export async function mailViewedPerson(
  context: Context,
  tx: Db,
  userId: string,
  { reason, startedAt, endedAt }: EndedView,
): Promise<void> {
  const [person] = await tx
    .select({
      name: users.name,
      email: users.email,
      language: users.language,
      hourCycle: users.hourCycle,
      profileId: profiles.id,
      timeZone: profiles.timeZone,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (!person) return;
  const minutes = Math.max(1, Math.round((endedAt.getTime() - startedAt.getTime()) / 60_000));
  const write = (): RecipientMail => ({
    subject: t("server.mail.subject", { site: site.name }),
    content: {
      title: t("server.mail.title"),
      preheader: t("server.mail.preheader"),
      paragraphs: [
        t("server.mail.text", {
          time: formatInstant(startedAt.toISOString(), person.timeZone ?? "UTC", Date.now()),
          minutes,
        }),
        t("server.mail.limits"),
        t("server.mail.question"),
      ],
      facts: [{ name: t("server.mail.reason"), value: reason }],
      because: t("server.mail.because", { site: site.name }),
    },
    replyTo: getSupportAddress(),
  });
  const recipient = person.profileId ? await findRecipient(tx, person.profileId) : undefined;
  if (recipient) await mailPersonAndGuardian(context, tx, recipient, write);
  else await mailPerson(context, tx, person, write);
}
