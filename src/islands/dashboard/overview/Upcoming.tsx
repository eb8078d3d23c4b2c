import type { UseQueryResult } from "@tanstack/react-query";
import { EntryList } from "#islands/timeline/shared/EntryList.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import type { Role } from "#lib/people/people.options.ts";
import { localizePath } from "#lib/site/locale.ts";
import type { TimelineEntry } from "#lib/timeline/timeline.responses.ts";
import { getTexts } from "#translations/dashboard.ts";

const t = getTexts("dashboard");

/** The number of entries after the next one. */
const shownEntries = 5;

interface UpcomingProps {
  timeline: UseQueryResult<TimelineEntry[]>;
  role: Role;
  zone: string;
}

/** The entries after the next class, meeting or trial lesson. */
export function Upcoming({ timeline, role, zone }: UpcomingProps) {
  const later = (timeline.data ?? []).slice(1, 1 + shownEntries);
  const isEmpty = timeline.data?.length === 0;
  if (timeline.isSuccess && !isEmpty && later.length === 0) return null;
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="text-heading">{t("upcoming")}</h2>
        {role === "teacher" && (
          <a
            className="link link-secondary py-1 text-sm"
            href={localizePath("/dashboard/meetings")}
          >
            {t("manageMeetings")}
          </a>
        )}
      </div>
      {timeline.isPending && <Loading label={t("loadingMeetings")} />}
      {timeline.isError && <QueryError query={timeline} retryLabel={t("tryAgainLower")} />}
      {isEmpty && <p className="panel muted px-5 py-8 text-center text-sm">{t("noMeetings")}</p>}
      <EntryList entries={later} role={role} zone={zone} />
    </section>
  );
}
