import { useQuery } from "@tanstack/react-query";
import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { deferPart } from "#islands/ui/deferred.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { holdsSeat } from "#lib/enrollments/enrollments.calls.ts";
import { enrollmentsOptions } from "#lib/enrollments/enrollments.queries.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/meetings.ts";
import { LockedMeetings } from "./LockedMeetings.tsx";

const t = getTexts("meetings");

/** Most visitors to a course can't see its meetings. */
const MeetingsOfCourse = deferPart(
  async () => (await withTexts(import("./MeetingsOfCourse.tsx"))).MeetingsOfCourse,
  { Waiting: () => <Loading label={t("loading")} />, isRare: true },
);

interface CourseMeetingsProps {
  courseId: string;
  teacherId: string;
  teacherZone: string;
  /**
   * Whether the list appears only once the scripts have started, on pages whose HTML doesn't
   * contain it.
   */
  late?: boolean;
}

/**
 * The meetings of a course for its teacher and enrolled students. Everyone else sees a locked
 * panel.
 */
export default function CourseMeetings(props: CourseMeetingsProps) {
  const { courseId, teacherId, teacherZone, late = false } = props;
  const account = useAccount();
  const isHydrated = useHydrated();
  const profile = account.status === "signed-in" ? account.profile : null;
  const isOwner = profile?._id === teacherId;
  const isStudent = profile?.role === "student";
  const enrollments = useQuery({ ...enrollmentsOptions(), enabled: isStudent }, queryClient);
  if (isStudent && enrollments.isError && !enrollments.data) {
    // If the enrollments can't be loaded, it is unknown whether the meetings are locked.
    return <QueryError query={enrollments} />;
  }
  const isTooEarly = late && !isHydrated;
  const isUnknown =
    isTooEarly || account.status === "checking" || (isStudent && enrollments.isPending);
  if (isUnknown) return <Loading label={t("loading")} />;
  const canSeeMeetings = isOwner || (isStudent && holdsSeat(enrollments.data ?? [], courseId));
  if (!canSeeMeetings) return <LockedMeetings />;
  return <MeetingsOfCourse courseId={courseId} teacherZone={teacherZone} own={isOwner} />;
}
