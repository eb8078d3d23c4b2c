import { useQuery } from "@tanstack/react-query";
import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { holdsSeat } from "#lib/enrollments/enrollments.calls.ts";
import { enrollmentsOptions } from "#lib/enrollments/enrollments.queries.ts";
import { getTexts } from "#translations/comments.ts";
import { CommentThread } from "./CommentThread.tsx";
import { LockedComments } from "./LockedComments.tsx";

const t = getTexts("comments");

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
  const enrollments = useQuery({ ...enrollmentsOptions(), enabled: isStudent }, queryClient);
  // The island starts when it comes into view. By then the enrollments may have changed.
  const isHydrated = useHydrated();
  if (!isHydrated || account.status === "checking" || (isStudent && enrollments.isPending)) {
    // Not animated, because it can stay below the window for a long time.
    return (
      <p role="status" className="muted text-sm">
        {t("loading")}
      </p>
    );
  }
  if (isStudent && enrollments.isError && !enrollments.data) {
    // If the enrollments can't be loaded, don't claim that the viewer isn't enrolled.
    return <QueryError query={enrollments} />;
  }
  const takesPart = isTeacher || holdsSeat(enrollments.data ?? [], courseId);
  if (!profile || !takesPart) return <LockedComments />;
  return <CommentThread courseId={courseId} me={profile} isTeacher={isTeacher} />;
}
