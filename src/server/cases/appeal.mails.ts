/** The note about appeals that all emails about appealable decisions contain. */
import { formatDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("cases");

export interface Appealable {
  /** The signed link, which works once. */
  url: string;
  until: Date;
}

export const appealText = ({ until }: Appealable): string =>
  t("mail.person.appeal", { date: formatDate(until.toISOString(), "UTC") });

export const appealAction = ({ url }: Appealable): { label: string; url: string } => ({
  label: t("mail.person.appealAction"),
  url,
});
