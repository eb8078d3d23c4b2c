import { useQuery } from "@tanstack/react-query";
import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { deferPart } from "#islands/ui/deferred.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { holdsSeat } from "#lib/enrollments/enrollments.calls.ts";
import { enrollmentsOptions } from "#lib/enrollments/enrollments.queries.ts";

/** Most visitors of a course can't see its meetings. */
export const MeetingsOfCourse = deferPart(
  async () => (await import("./MeetingsOfCourse.tsx")).MeetingsOfCourse,
  () => <Loading label="Loading meetings..." />,
);

interface CourseMeetingsProps {
  courseId: string;
  teacherId: string;
  teacherZone: string;
}

/**
 * The meetings of a course for its teacher and enrolled students. Everyone else sees a locked
 * panel.
 */
export default function CourseMeetings({ courseId, teacherId, teacherZone }: CourseMeetingsProps) {
  const account = useAccount();
  const profile = account.status === "signed-in" ? account.profile : null;
  const isOwner = profile?._id === teacherId;
  const isStudent = profile?.role === "student";
  const enrollments = useQuery({ ...enrollmentsOptions(), enabled: isStudent }, queryClient);
  if (isStudent && enrollments.isError && !enrollments.data) {
    // If the enrollments can't be loaded, it is unknown whether the meetings are locked.
    return (
      <ErrorAlert
        message={messageOf(enrollments.error)}
        retry={() => void enrollments.refetch()}
        busy={enrollments.isFetching}
      />
    );
  }
  const isUnknown = account.status === "checking" || (isStudent && enrollments.isPending);
  if (isUnknown) return <Loading label="Loading meetings..." />;
  const canSeeMeetings = isOwner || (isStudent && holdsSeat(enrollments.data ?? [], courseId));
  if (!canSeeMeetings) return <LockedMeetings />;
  return <MeetingsOfCourse courseId={courseId} teacherZone={teacherZone} own={isOwner} />;
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
