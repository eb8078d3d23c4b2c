import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { getTexts } from "#translations/meetings.ts";
import { MeetingsOfCourse } from "./MeetingsOfCourse.tsx";

const t = getTexts("meetings");

interface RoomMeetingsProps {
  courseId: string;
  teacherZone: string;
}

/** The meetings of a course on a page that only its enrolled students see. */
export default function RoomMeetings({ courseId, teacherZone }: RoomMeetingsProps) {
  const account = useAccount();
  if (account.status !== "signed-in") return <Loading label={t("loading")} />;
  return <MeetingsOfCourse courseId={courseId} teacherZone={teacherZone} own={false} />;
}
