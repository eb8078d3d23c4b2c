import { detailOf, titleOf, whenOf } from "#islands/timeline/shared/entry.ts";
import { useNow } from "#islands/ui/time/use-now.ts";
import type { GuardianChild } from "#lib/guardians/guardians.responses.ts";
import { formatUntil } from "#lib/time/near-day.ts";
import { timelineDays } from "#lib/timeline/timeline.rules.ts";
import { getTexts } from "#translations/guardian-page.ts";

const t = getTexts("guardianPage");

const maxShown = 5;

interface UpcomingClassesProps {
  /** The child's name. */
  child: string;
  upcoming: GuardianChild["upcoming"];
  zone: string;
}

/** The child's next classes and trial lessons, by date in the guardian's zone. */
export function UpcomingClasses({ child, upcoming, zone }: UpcomingClassesProps) {
  const now = useNow(60_000);
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t("upcoming")}</h2>
      {upcoming.length === 0 ? (
        <p className="panel muted px-5 py-6 text-sm">{t("noUpcoming", { days: timelineDays })}</p>
      ) : (
        <>
          <ul className="panel divide-y divide-base-300">
            {upcoming.slice(0, maxShown).map((entry) => {
              const detail = detailOf(entry);
              const until = formatUntil(entry.startsAt, now);
              return (
                <li
                  key={entry._id}
                  className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-4"
                >
                  <div className="grid min-w-0 gap-0.5">
                    <p className="font-semibold" dir="auto">
                      {titleOf(entry)}
                    </p>
                    {detail && (
                      <p className="muted text-sm" dir="auto">
                        {detail}
                      </p>
                    )}
                  </div>
                  <p className="tabular text-sm">
                    <time dateTime={entry.startsAt} className="font-medium">
                      {whenOf(entry, zone, now)}
                    </time>
                    {until && <span className="muted"> ({until})</span>}
                  </p>
                </li>
              );
            })}
          </ul>
          <p className="muted text-sm">{t("joining", { child })}</p>
        </>
      )}
    </section>
  );
}
