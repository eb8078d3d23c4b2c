import { useQueries, useQuery } from "@tanstack/react-query";
import { Busy } from "#islands/ui/Busy.tsx";
import { MeetingList } from "#islands/ui/MeetingList.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import {
  fetchCourseMeetings,
  fetchTeacherMeetings,
  findUpcoming,
  type WireMeeting,
} from "#lib/client/meetings.calls.ts";
import type { Profile } from "#lib/client/profile.store.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { useOwnCourses } from "../courses/use-own-courses.ts";

/** How many of the next meetings the dashboard shows. */
const shownMeetings = 5;

interface Meetings {
  isPending: boolean;
  error: Error | null;
  meetings: WireMeeting[];
  retry: () => void;
}

function useTeacherMeetings(enabled: boolean): Meetings {
  const query = useQuery(
    { queryKey: ["teacher-meetings"], queryFn: fetchTeacherMeetings, enabled },
    queryClient,
  );
  return {
    isPending: query.isPending,
    error: query.error,
    meetings: query.data ?? [],
    retry: () => void query.refetch(),
  };
}

/** The meetings of all courses in which the student is enrolled. */
function useStudentMeetings(profile: Profile, enabled: boolean): Meetings {
  const courses = useOwnCourses(profile);
  const titles = new Map((courses.data ?? []).map(({ _id, title }) => [_id, title]));
  const queries = useQueries(
    {
      queries: [...titles].map(([courseId, title]) => ({
        queryKey: ["course-meetings", courseId],
        queryFn: () => fetchCourseMeetings(courseId),
        enabled,
        select: (meetings: WireMeeting[]) =>
          meetings.map((meeting) => ({
            ...meeting,
            courseId: { _id: courseId, ...(title ? { title } : {}) },
          })),
      })),
    },
    queryClient,
  );
  return {
    isPending: courses.isPending || queries.some((query) => query.isPending),
    error: courses.error ?? queries.find((query) => query.error)?.error ?? null,
    meetings: queries.flatMap((query) => query.data ?? []),
    retry: () => {
      void courses.refetch();
      for (const query of queries) void query.refetch();
    },
  };
}

/** What comes next: the meetings a teacher starts or a student joins. */
export function OwnMeetings({ profile }: { profile: Profile }) {
  const isTeacher = profile.role === "teacher";
  const own = useTeacherMeetings(isTeacher);
  const joined = useStudentMeetings(profile, !isTeacher);
  const { isPending, error, meetings, retry } = isTeacher ? own : joined;
  const upcoming = findUpcoming(meetings)
    .sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))
    .slice(0, shownMeetings);
  return (
    <section className="grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-heading">Upcoming Meetings</h2>
        {isTeacher && (
          <a className="link link-secondary text-sm" href="/dashboard/meetings">
            Manage meetings
          </a>
        )}
      </div>
      {isPending && <Busy label="Loading meetings..." />}
      {error && (
        <Trouble
          message={messageOf(error, "Failed to fetch meetings")}
          retry={retry}
          retryLabel="Try again"
        />
      )}
      {!isPending && !error && upcoming.length === 0 && (
        <p className="panel muted px-5 py-8 text-center text-sm">No upcoming meetings scheduled.</p>
      )}
      <MeetingList
        meetings={upcoming}
        own={isTeacher}
        action={(meeting) => <MeetingLink meeting={meeting} />}
      />
    </section>
  );
}

function MeetingLink({ meeting }: { meeting: WireMeeting }) {
  const href = meeting.startUrl ?? meeting.joinUrl;
  if (!href) return null;
  const words = meeting.startUrl ? "Start Meeting" : "Join Meeting";
  return (
    <a className="btn btn-secondary btn-sm" href={href} aria-label={`${words}: ${meeting.topic}`}>
      {words}
    </a>
  );
}
