import { useQuery } from "@tanstack/react-query";
import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { JoinMeeting } from "#islands/meetings/shared/JoinMeeting.tsx";
import { MeetingList } from "#islands/meetings/shared/MeetingList.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { findOtherMeetings, isBeforeNextClass } from "#lib/meetings/meetings.calls.ts";
import { courseMeetingsOptions } from "#lib/meetings/meetings.queries.ts";
import { formatUntil } from "#lib/time/near-day.ts";
import { getTexts } from "#translations/meetings.ts";

const t = getTexts("meetings");

interface RoomMeetingsProps {
  courseId: string;
  teacherZone: string;
  title: string;
  /** When the next class starts, which the page shows first unless a meeting is earlier. */
  nextClassAt: string | undefined;
}

/**
 * Upcoming meetings of a course that belong to no class, on a page that only its enrolled students
 * see. Classes are in the page's own list, with the same button.
 */
export default function RoomMeetings(props: RoomMeetingsProps) {
  const { courseId, teacherZone, title, nextClassAt } = props;
  const now = useNow();
  const account = useAccount();
  const meetings = useQuery(courseMeetingsOptions(courseId), queryClient);
  if (account.status !== "signed-in") return null;
  if (meetings.isError) return <QueryError query={meetings} retryLabel={t("tryAgain")} />;
  const others = findOtherMeetings(meetings.data ?? []);
  if (others.length === 0) return null;
  // The page already has this order, unless a meeting was scheduled or moved since.
  const isNext = isBeforeNextClass(others, nextClassAt);
  return (
    <section className={`grid gap-3 ${isNext ? "order-first" : ""}`}>
      <h2 className="text-xl">{title}</h2>
      <MeetingList
        meetings={others}
        teacherZone={teacherZone}
        until={({ startTime }) => formatUntil(startTime, now)}
        action={(meeting) => <JoinMeeting meeting={meeting} />}
      />
    </section>
  );
}
