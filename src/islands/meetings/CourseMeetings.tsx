import { useQuery } from "@tanstack/react-query";
import { Busy } from "#islands/ui/Busy.tsx";
import { MeetingList } from "#islands/ui/MeetingList.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import { useAccount } from "#islands/ui/use-account.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { fetchEnrolments, holdsSeat } from "#lib/client/enrolments.calls.ts";
import { fetchCourseMeetings, findUpcoming } from "#lib/client/meetings.calls.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { StartMeeting } from "./StartMeeting.tsx";

interface CourseMeetingsProps {
  courseId: string;
  teacherId: string;
  teacherZone: string;
}

/** The meetings of a course: for its teacher and the enrolled; a locked panel for all others. */
export default function CourseMeetings({ courseId, teacherId, teacherZone }: CourseMeetingsProps) {
  const account = useAccount();
  const profile = account.status === "signed-in" ? account.profile : null;
  const isOwner = profile?._id === teacherId;
  const isStudent = profile?.role === "student";
  const enrolments = useQuery(
    { queryKey: ["enrolments"], queryFn: fetchEnrolments, enabled: isStudent },
    queryClient,
  );
  const mayAsk = isOwner || (isStudent && holdsSeat(enrolments.data ?? [], courseId));
  const meetings = useQuery(
    {
      queryKey: ["course-meetings", courseId],
      queryFn: () => fetchCourseMeetings(courseId),
      enabled: mayAsk,
    },
    queryClient,
  );

  if (!mayAsk) return <LockedMeetings />;
  if (meetings.isPending) return <Busy label="Loading meetings..." />;
  if (meetings.isError) {
    return (
      <Trouble
        message={messageOf(meetings.error, "Failed to fetch meetings")}
        retry={() => void meetings.refetch()}
        retryLabel="Try again"
        busy={meetings.isFetching}
      />
    );
  }
  const upcoming = findUpcoming(meetings.data);
  if (upcoming.length === 0) {
    return <p className="muted text-sm">No upcoming meetings scheduled.</p>;
  }
  return (
    <MeetingList
      own={isOwner}
      meetings={upcoming}
      teacherZone={teacherZone}
      action={(meeting) =>
        isOwner ? (
          <StartMeeting meeting={meeting} />
        ) : (
          meeting.joinUrl && (
            <a
              className="btn btn-secondary btn-sm"
              href={meeting.joinUrl}
              aria-label={`Join Meeting: ${meeting.topic}`}
            >
              Join Meeting
            </a>
          )
        )
      }
    />
  );
}

function LockedMeetings() {
  return (
    <div className="flex items-center gap-4 rounded-box border border-dashed border-base-300 bg-base-200 p-5">
      <svg
        viewBox="0 0 24 24"
        className="size-7 shrink-0 text-accent"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
        <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3" strokeLinecap="round" />
      </svg>
      <p className="text-sm">
        Meetings and join links are visible to enrolled students. Enroll in this course to see them.
      </p>
    </div>
  );
}
