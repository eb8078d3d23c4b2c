/** The platform's fee as a teacher reads it on private pages. Public pages show the standard fee. */
import { feeOfTeacher, nextFeeOfTeacher } from "#lib/settings/settings.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { readSetting } from "../settings/settings-store.ts";

const t = getTexts("earnings");

/** The fee of the acting teacher's sales now, in percent. @returns undefined for everyone else. */
export function findOwnFee(
  context: Pick<Context, "config" | "settings">,
  actor: Actor | undefined,
  now = new Date(),
): number | undefined {
  if (actor?.profile?.role !== "teacher") return undefined;
  const fee = readSetting(context, "platformFee");
  return feeOfTeacher(fee, actor.profile.id, context.config.platformFeePercent, now);
}

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
  const percent = findOwnFee(context, actor, now);
  if (!actor?.profile || percent === undefined) return undefined;
  const current = t("server.fee", { percent });
  const fee = readSetting(context, "platformFee");
  const next = nextFeeOfTeacher(fee, actor.profile.id, percent, now);
  if (!next) return current;
  const later = t("server.feeFrom", {
    date: formatDate(next.from, zone),
    percent: next.percent,
  });
  return `${current} ${later}`;
}
