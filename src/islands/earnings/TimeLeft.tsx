import { useNow } from "#islands/ui/time/use-now.ts";
import { formatTimeLeft } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/earnings.ts";

const t = getTexts("earnings");

const day = 24 * 60 * 60 * 1_000;

/** How much time is left until the deadline of a dispute. */
export function TimeLeft({ dueBy }: { dueBy: string }) {
  const left = Math.max(Date.parse(dueBy) - useNow(60_000), 0);
  return left > 2 * day
    ? t("dispute.leftDays", { days: Math.floor(left / day) })
    : t("dispute.left", { time: formatTimeLeft(left) });
}
