import { useQuery } from "@tanstack/react-query";
import { MeetingLink } from "#islands/meetings/shared/MeetingLink.tsx";
import { MeetingList } from "#islands/meetings/shared/MeetingList.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { findUpcoming } from "#lib/meetings/meetings.calls.ts";
import { studentMeetingsOptions, teacherMeetingsOptions } from "#lib/meetings/meetings.queries.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/dashboard.ts";
import { getTexts as getMeetingTexts } from "#translations/meetings.ts";

const t = getTexts("dashboard");
const meetingTexts = getMeetingTexts("meetings");

/** Number of upcoming meetings on the dashboard. */
const shownMeetings = 5;

/** The meetings that the teacher holds or the student can join. */
function useMeetings(isTeacher: boolean) {
  const held = useQuery(
    { ...teacherMeetingsOptions(), select: ({ meetings }) => meetings, enabled: isTeacher },
    queryClient,
  );
  const joined = useQuery({ ...studentMeetingsOptions(), enabled: !isTeacher }, queryClient);
  return isTeacher ? held : joined;
}

/** Upcoming meetings that the teacher can start or the student can join. */
export function OwnMeetings({ profile }: { profile: Profile }) {
  const isTeacher = profile.role === "teacher";
  const meetings = useMeetings(isTeacher);
  const upcoming = findUpcoming(meetings.data ?? [])
    .sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))
    .slice(0, shownMeetings);
  return (
    <section className="grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-heading">{t("upcomingMeetings")}</h2>
        {isTeacher && (
          <a className="link link-secondary text-sm" href={localizePath("/dashboard/meetings")}>
            {t("manageMeetings")}
          </a>
        )}
      </div>
      {meetings.isPending && <Loading label={t("loadingMeetings")} />}
      {meetings.isError && <QueryError query={meetings} retryLabel={t("tryAgainLower")} />}
      {meetings.isSuccess && upcoming.length === 0 && (
        <p className="panel muted px-5 py-8 text-center text-sm">{t("noMeetings")}</p>
      )}
      <MeetingList
        meetings={upcoming}
        own={isTeacher}
        action={(meeting) =>
          meeting.startUrl ? (
            <MeetingLink meeting={meeting} label={meetingTexts("start")} href={meeting.startUrl} />
          ) : (
            <MeetingLink meeting={meeting} label={meetingTexts("join")} href={meeting.joinUrl} />
          )
        }
      />
    </section>
  );
}
