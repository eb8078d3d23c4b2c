import { useQuery } from "@tanstack/react-query";
import { JoinMeeting } from "#islands/meetings/shared/JoinMeeting.tsx";
import { MeetingLink } from "#islands/meetings/shared/MeetingLink.tsx";
import { MeetingList } from "#islands/meetings/shared/MeetingList.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { findUpcoming } from "#lib/meetings/meetings.calls.ts";
import { courseMeetingsOptions } from "#lib/meetings/meetings.queries.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/meetings.ts";

const t = getTexts("meetings");

interface MeetingsOfCourseProps {
  courseId: string;
  teacherZone: string;
  /** Whether the viewer teaches the course. */
  own: boolean;
}

/** Upcoming meetings for people who may join them. */
export function MeetingsOfCourse({ courseId, teacherZone, own }: MeetingsOfCourseProps) {
  const meetings = useQuery(courseMeetingsOptions(courseId), queryClient);
  if (meetings.isPending) return <Loading label={t("loading")} />;
  if (meetings.isError) {
    return <QueryError query={meetings} retryLabel={t("tryAgain")} />;
  }
  const upcoming = findUpcoming(meetings.data);
  return (
    <div className="grid gap-4">
      {upcoming.length === 0 && <p className="muted text-sm">{t("noUpcoming")}</p>}
      <MeetingList
        own={own}
        meetings={upcoming}
        teacherZone={teacherZone}
        action={(meeting) =>
          own ? (
            <MeetingLink meeting={meeting} label={t("start")} href={meeting.startUrl} />
          ) : (
            <JoinMeeting meeting={meeting} />
          )
        }
      />
      {own && (
        <a
          className="link link-secondary justify-self-start text-sm"
          href={localizePath("/dashboard/meetings")}
        >
          {t("manage")}
        </a>
      )}
    </div>
  );
}
