/** The platform's fee as a teacher reads it on private pages. Public pages show the standard fee. */
import { feeOfTeacher, nextFeeOfTeacher } from "#lib/settings/settings.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { readSetting } from "../settings/settings-store.ts";

const t = getTexts("earnings");

/**
 * Names the fee of the acting teacher's sales now, and a later one with its date.
 * @param zone the time zone of the date. @returns undefined for everyone else.
 */
export function describeOwnFee(
  context: Pick<Context, "config" | "settings">,
  actor: Actor | undefined,
  zone: string,
  now = new Date(),
): string | undefined {
  if (actor?.profile?.role !== "teacher") return undefined;
  const { id } = actor.profile;
  const fee = readSetting(context, "platformFee");
  const percent = feeOfTeacher(fee, id, context.config.platformFeePercent, now);
  const current = t("server.fee", { percent });
  const next = nextFeeOfTeacher(fee, id, percent, now);
  if (!next) return current;
  const later = t("server.feeFrom", {
    date: formatDate(next.from, zone),
    percent: next.percent,
  });
  return `${current} ${later}`;
}
