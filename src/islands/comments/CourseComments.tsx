import { useQuery } from "@tanstack/react-query";
import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { ErrorAlert } from "#islands/ui/ErrorAlert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchEnrolments, holdsSeat } from "#lib/enrolments/enrolments.calls.ts";
import { CommentThread } from "./CommentThread.tsx";
import { LockedComments } from "./LockedComments.tsx";

interface CourseCommentsProps {
  courseId: string;
  teacherId: string;
}

/**
 * The comments of a course for its teacher and enrolled students. Everyone else sees a disabled
 * box.
 */
export default function CourseComments({ courseId, teacherId }: CourseCommentsProps) {
  const account = useAccount();
  const profile = account.status === "signed-in" ? account.profile : null;
  const isTeacher = profile?._id === teacherId;
  const isStudent = profile?.role === "student";
  const enrolments = useQuery(
    { queryKey: ["enrolments"], queryFn: fetchEnrolments, enabled: isStudent },
    queryClient,
  );
  if (account.status === "checking" || (isStudent && enrolments.isPending)) {
    // Not animated, because it can stay below the window for a long time.
    return (
      <p role="status" className="muted text-sm">
        Loading comments...
      </p>
    );
  }
  if (isStudent && enrolments.isError && !enrolments.data) {
    // Without the enrollments, don't claim that the viewer isn't enrolled.
    return (
      <ErrorAlert
        message={messageOf(enrolments.error, "Failed to fetch enrolled courses")}
        retry={() => void enrolments.refetch()}
        busy={enrolments.isFetching}
      />
    );
  }
  const takesPart = isTeacher || holdsSeat(enrolments.data ?? [], courseId);
  if (!profile || !takesPart) return <LockedComments />;
  return <CommentThread courseId={courseId} me={profile} isTeacher={isTeacher} />;
}
