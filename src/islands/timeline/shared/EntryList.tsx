import { useNow } from "#islands/ui/time/use-now.ts";
import type { Role } from "#lib/people/people.options.ts";
import { formatClock, isSameClock } from "#lib/time/format-time.ts";
import { formatUntil } from "#lib/time/near-day.ts";
import type { TimelineEntry } from "#lib/timeline/timeline.responses.ts";
import { getTexts } from "#translations/timeline.ts";
import { describeRoom, EntryActions } from "./EntryActions.tsx";
import { dayOf, detailOf, pageOf, timesOf, titleOf } from "./entry.ts";
import { HijriDate } from "./HijriDate.tsx";

const t = getTexts("timeline");

interface EntryListProps {
  entries: readonly TimelineEntry[];
  role: Role;
  zone: string;
}

/** Classes, meetings and trial lessons by date in the viewer's zone, earliest first. */
export function EntryList({ entries, role, zone }: EntryListProps) {
  const now = useNow(30_000);
  const days = Map.groupBy(entries, (entry) => dayOf(entry, zone, now));
  return (
    <div className="grid gap-5">
      {[...days].map(([day, list]) => (
        <section key={day} className="grid gap-2">
          <h3 className="muted text-sm font-semibold">
            {day}
            {list[0] && <HijriDate instant={list[0].startsAt} zone={zone} />}
          </h3>
          <ul className="grid gap-2">
            {list.map((entry) => (
              <Row key={entry._id} entry={entry} role={role} zone={zone} now={now} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface RowProps {
  entry: TimelineEntry;
  role: Role;
  zone: string;
  now: number;
}

function Row({ entry, role, zone, now }: RowProps) {
  const detail = detailOf(entry);
  const until = formatUntil(entry.startsAt, now);
  const elsewhere = formatClock(entry.startsAt, entry.timeZone);
  const isElsewhere = !isSameClock(entry.startsAt, entry.timeZone, zone);
  const roomState = role === "teacher" || entry.person ? describeRoom(entry, role, now) : "";
  return (
    <li className="panel flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          <a className="link link-hover" href={pageOf(entry, role)} dir="auto">
            {titleOf(entry)}
          </a>
          {entry.isInProgress && (
            <span className="badge badge-sm badge-success">{t("inProgress")}</span>
          )}
        </p>
        {detail && (
          <p className="muted text-sm" dir="auto">
            {detail}
          </p>
        )}
        <p className="muted tabular text-sm">
          <time dateTime={entry.startsAt}>{timesOf(entry, zone)}</time>
          {until && !entry.isInProgress && (
            <span className="font-semibold text-secondary"> · {until}</span>
          )}
        </p>
        {isElsewhere && (
          <p className="muted text-xs">
            {t(role === "teacher" ? "ownZoneTime" : "teachersTime", { time: elsewhere })}
          </p>
        )}
        {roomState && <p className="muted text-xs">{roomState}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-1">
        <EntryActions entry={entry} role={role} now={now} />
      </div>
    </li>
  );
}
