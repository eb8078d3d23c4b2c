/** Notifies members of staff of changes to their second factor, which someone else may have made. */
import { eq } from "drizzle-orm";
import { site } from "#lib/site/site.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../../actor.ts";
import { pageUrl } from "../../config/page-url.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { users } from "../../db/tables/accounts.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { mailPerson } from "../../guardians/recipients.ts";
import type { Limit } from "../../rate-limits.ts";

const t = getTexts("staff");

export type FactorEvent =
  | "add-authenticator"
  | "add-passkey"
  | "remove-passkey"
  | "use-recovery-code"
  | "renew-recovery-codes"
  | "rejected";

/** Emails what happened to the second factor, in the transaction of the change. */
export async function mailFactorEvent(
  context: Context,
  tx: Db,
  { userId }: Pick<Actor, "userId">,
  event: FactorEvent,
): Promise<void> {
  const [person] = await tx
    .select({
      name: users.name,
      email: users.email,
      language: users.language,
      hourCycle: users.hourCycle,
      timeZone: profiles.timeZone,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId));
  if (!person) return;
  const isRejected = event === "rejected";
  await mailPerson(context, tx, person, () => ({
    subject: t(isRejected ? "server.mail.rejectedSubject" : "server.mail.subject", {
      site: site.name,
    }),
    content: {
      title: t(isRejected ? "server.mail.rejectedTitle" : "server.mail.title"),
      preheader: t(`server.mail.${event}`),
      paragraphs: [t(`server.mail.${event}`), t("server.mail.notYou")],
      facts: [
        {
          name: t("server.mail.time"),
          value: formatInstant(new Date().toISOString(), person.timeZone ?? "UTC", Date.now()),
        },
      ],
      action: { label: t("server.mail.action"), url: pageUrl(context.config, "/login") },
      because: t("server.mail.because", { site: site.name }),
    },
  }));
}

/** One email is enough for half a day: typing errors are frequent, and guessing a code takes days. */
const rejections: Limit = { name: "staff-factor-mail", points: 1, duration: 12 * 60 * 60 };

/** Emails that a second factor was rejected, which only happens to people who know the password. */
export async function mailRejection(context: Context, actor: Pick<Actor, "userId">): Promise<void> {
  if (!(await context.limits.tryConsume(rejections, actor.userId))) return;
  await context.db.transaction((tx) => mailFactorEvent(context, tx, actor, "rejected"));
}
