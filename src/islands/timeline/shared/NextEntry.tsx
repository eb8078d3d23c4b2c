import { useNow } from "#islands/ui/time/use-now.ts";
import type { Role } from "#lib/people/people.options.ts";
import { roomPhase } from "#lib/rooms/room-opening.ts";
import { capitalize } from "#lib/text/capitalize.ts";
import { formatShortDay, formatSpan } from "#lib/time/format-time.ts";
import { formatUntil } from "#lib/time/near-day.ts";
import type { TimelineEntry } from "#lib/timeline/timeline.responses.ts";
import { getTexts } from "#translations/timeline.ts";
import { describeRoom, EntryActions } from "./EntryActions.tsx";
import { dayOf, detailOf, pageOf, titleOf } from "./entry.ts";
import { HijriDate } from "./HijriDate.tsx";

const t = getTexts("timeline");

interface NextEntryProps {
  entry: TimelineEntry;
  role: Role;
  zone: string;
}

/** 'Today, 18:00–19:00'. A class that ends on another day names both days instead. */
function describeTime(entry: TimelineEntry, zone: string, now: number): string {
  const { startsAt, endsAt } = entry;
  const time = formatSpan(startsAt, endsAt, zone, now);
  const isOneDay = formatShortDay(startsAt, zone) === formatShortDay(endsAt, zone);
  return isOneDay ? t("when", { day: dayOf(entry, zone, now), time }) : capitalize(time);
}

/** What is next or in progress: the first thing that a person sees after logging in. */
export function NextEntry({ entry, role, zone }: NextEntryProps) {
  const now = useNow(10_000);
  const isRunning = roomPhase(entry, now) === "running";
  const until = formatUntil(entry.startsAt, now);
  const detail = detailOf(entry);
  return (
    <section
      aria-labelledby="next-entry"
      className="relative grid gap-4 rounded-box bg-base-100 p-5 text-base-content lg:grid-cols-[1fr_auto] lg:items-center"
    >
      <div className="grid min-w-0 gap-1">
        <h2 id="next-entry" className="eyebrow">
          {t(isRunning ? "now" : "next")}
        </h2>
        <p className="text-lg leading-snug font-semibold">
          <a className="link-hover link" href={pageOf(entry, role)} dir="auto">
            {titleOf(entry)}
          </a>
        </p>
        {detail && (
          <p className="muted text-sm" dir="auto">
            {detail}
          </p>
        )}
        <p className="tabular">
          <time dateTime={entry.startsAt}>{describeTime(entry, zone, now)}</time>
          {until && !isRunning && <span className="font-semibold text-secondary"> · {until}</span>}
          <HijriDate instant={entry.startsAt} zone={zone} />
        </p>
        <p className="muted text-sm" role="status">
          {describeRoom(entry, role, now, true)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 lg:max-w-80 lg:flex-row-reverse">
        <EntryActions entry={entry} role={role} now={now} large />
      </div>
    </section>
  );
}
