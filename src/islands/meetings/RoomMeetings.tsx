import { useQuery } from "@tanstack/react-query";
import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { MeetingList } from "#islands/meetings/shared/MeetingList.tsx";
import { JoinButton } from "#islands/rooms/shared/JoinButton.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import { classPhase } from "#lib/classes/classes.rules.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { type ApiMeeting, findUpcoming } from "#lib/meetings/meetings.calls.ts";
import { courseMeetingsOptions } from "#lib/meetings/meetings.queries.ts";
import { localizePath } from "#lib/site/locale.ts";
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
  const account = useAccount();
  const now = useNow(30_000);
  const meetings = useQuery(courseMeetingsOptions(courseId), queryClient);
  if (account.status !== "signed-in") return null;
  if (meetings.isError) return <QueryError query={meetings} retryLabel={t("tryAgain")} />;
  const others = findUpcoming(meetings.data ?? []).filter(({ classId }) => !classId);
  const [first] = others;
  if (!first) return null;
  const isNext = !nextClassAt || Date.parse(first.startTime) < Date.parse(nextClassAt);
  return (
    <section className={`grid gap-3 ${isNext ? "order-first" : ""}`}>
      <h2 className="text-xl">{title}</h2>
      <MeetingList
        meetings={others}
        teacherZone={teacherZone}
        action={(meeting) => (
          <JoinButton
            label={t("join")}
            name={t("actionOn", { action: t("join"), topic: meeting.topic })}
            href={meeting.joinUrl && localizePath(meeting.joinUrl)}
            isOpen={canJoin(meeting, now)}
            className="btn-sm"
          />
        )}
      />
    </section>
  );
}

/** The rule of classes, which also applies to other meetings. */
function canJoin({ startTime, duration, status }: ApiMeeting, now: number): boolean {
  const endsAt = new Date(Date.parse(startTime) + duration * 60_000);
  return status === "started" || classPhase({ startsAt: startTime, endsAt }, now) !== "coming";
}
