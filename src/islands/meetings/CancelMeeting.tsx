import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { meetingServiceNames } from "#lib/meetings/meeting-services.ts";
import { type ApiMeeting, cancelMeeting } from "#lib/meetings/meetings.calls.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";

interface CancelMeetingProps {
  meeting: Pick<ApiMeeting, "_id" | "topic" | "startTime" | "classId" | "joinUrl">;
  /** Called with the success message, if there is one. */
  onClose: (message?: string) => void;
}

/** Asks for confirmation before a meeting is canceled. */
export function CancelMeeting({ meeting, onClose }: CancelMeetingProps) {
  const canceled = useMutation(
    {
      mutationFn: () => cancelMeeting(meeting._id),
      onSuccess: () => onClose("Meeting canceled successfully!"),
    },
    queryClient,
  );
  return (
    <Dialog open title="Cancel this meeting?" onClose={() => onClose()}>
      <p className="text-sm">
        <strong dir="auto">{meeting.topic}</strong>,{" "}
        {formatInstant(meeting.startTime, viewerZone())}. {consequence(meeting)}
      </p>
      {canceled.isError && <Alert>{messageOf(canceled.error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={() => onClose()}>
          Keep meeting
        </Button>
        <Button
          look="danger"
          busy={canceled.isPending}
          busyLabel="Canceling..."
          onClick={() => canceled.mutate()}
        >
          Cancel meeting
        </Button>
      </div>
    </Dialog>
  );
}

function consequence({ classId, joinUrl }: CancelMeetingProps["meeting"]): string {
  if (!joinUrl) {
    return `It won't be created in ${meetingServiceNames}. Your students haven't been notified of it.`;
  }
  if (classId) {
    return "We'll email your students. The class itself isn't canceled. You can create another meeting for it, or cancel the class on the course's classes page.";
  }
  return `We'll email your students and remove the meeting from ${meetingServiceNames} and their calendars.`;
}
