/** Emails to teachers about their review. Each is written in the teacher's language. */

import { site } from "#lib/site/site.ts";
import { listTexts } from "#lib/text/bidi.ts";
import { formatCalendarDate } from "#lib/time/format-time.ts";
import type { VettingScope } from "#lib/vetting/vetting.rules.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { findRecipient, mailPerson, type RecipientMail } from "../guardians/recipients.ts";

const t = getTexts("vetting");

export type VettingNews =
  | { kind: "verified"; scope: readonly VettingScope[]; until: string; reason: string }
  | { kind: "changesRequested"; reason: string }
  | { kind: "withdrawn"; reason: string }
  | { kind: "expired" }
  | { kind: "reminder"; until: string; days: number };

/** Emails a teacher what staff have decided, or that the verification ends. */
export async function mailTeacher(
  context: Context,
  tx: Db,
  teacherId: string,
  news: VettingNews,
): Promise<void> {
  const teacher = await findRecipient(tx, teacherId);
  if (teacher) await mailPerson(context, tx, teacher, () => write(context, news));
}

function write({ config }: Context, news: VettingNews): RecipientMail {
  const { kind } = news;
  const values = {
    site: site.name,
    date: "until" in news ? formatCalendarDate(news.until) : "",
    days: news.kind === "reminder" ? news.days : 0,
  };
  const facts = listFacts(news);
  return {
    subject: t(`mail.${kind}.subject`, values),
    content: {
      title: t(`mail.${kind}.title`, values),
      preheader: t(`mail.${kind}.text`, values),
      paragraphs: [t(`mail.${kind}.text`, values), t(`mail.${kind}.next`, values)],
      ...(facts.length > 0 && { facts }),
      action: { label: t("mail.action"), url: pageUrl(config, "/dashboard/verification") },
      because: t("mail.because", { site: site.name }),
    },
  };
}

function listFacts(news: VettingNews): { name: string; value: string }[] {
  const scope =
    news.kind === "verified"
      ? [
          {
            name: t("mail.scope"),
            value: listTexts(news.scope.map((each) => t(`scope.${each}`))),
          },
        ]
      : [];
  const reason = "reason" in news ? [{ name: t("mail.reason"), value: news.reason }] : [];
  return [...scope, ...reason];
}
