import { useQuery } from "@tanstack/react-query";
import { Busy } from "#islands/ui/Busy.tsx";
import { MeetingList } from "#islands/ui/MeetingList.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { fetchTeacherMeetings, findUpcoming } from "#lib/client/meetings.calls.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { StartMeeting } from "./StartMeeting.tsx";

/** The teacher's meetings that are still to come or running. */
export function UpcomingMeetings() {
  const meetings = useQuery(
    { queryKey: ["teacher-meetings"], queryFn: fetchTeacherMeetings },
    queryClient,
  );
  const upcoming = findUpcoming(meetings.data ?? []);
  return (
    <section className="grid content-start gap-4" aria-label="Upcoming meetings">
      <h2 className="text-lg">Upcoming Meetings</h2>
      {meetings.isPending && <Busy label="Loading meetings..." />}
      {meetings.isError && (
        <Trouble
          message={messageOf(meetings.error, "Failed to fetch teacher meetings")}
          retry={() => void meetings.refetch()}
          retryLabel="Try again"
          busy={meetings.isFetching}
        />
      )}
      {meetings.isSuccess && upcoming.length === 0 && (
        <p className="panel muted px-5 py-8 text-center text-sm">No upcoming meetings scheduled.</p>
      )}
      {upcoming.length > 0 && (
        <MeetingList
          own
          meetings={upcoming}
          action={(meeting) => <StartMeeting meeting={meeting} />}
        />
      )}
    </section>
  );
}
