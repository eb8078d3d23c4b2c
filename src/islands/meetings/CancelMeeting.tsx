import { useMutation } from "@tanstack/react-query";
import { Alert } from "#islands/ui/Alert.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { cancelMeeting, type WireMeeting } from "#lib/meetings/meetings.calls.ts";
import { formatInstant, viewerZone } from "#lib/time/format-time.ts";

interface CancelMeetingProps {
  meeting: Pick<WireMeeting, "_id" | "topic" | "startTime" | "classId" | "joinUrl">;
  /** Called with the success message, if there is one. */
  onClose: (message?: string) => void;
}

/** Asks for confirmation before a meeting is canceled. */
export function CancelMeeting({ meeting, onClose }: CancelMeetingProps) {
  const cancelled = useMutation(
    {
      mutationFn: () => cancelMeeting(meeting._id),
      onSuccess: () => onClose("Meeting cancelled successfully!"),
    },
    queryClient,
  );
  return (
    <Dialog open title="Cancel this meeting?" onClose={() => onClose()}>
      <p className="text-sm">
        <strong dir="auto">{meeting.topic}</strong>,{" "}
        {formatInstant(meeting.startTime, viewerZone())}. {consequence(meeting)}
      </p>
      {cancelled.isError && <Alert>{messageOf(cancelled.error, "Failed to cancel meeting")}</Alert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={() => onClose()}>
          Keep Meeting
        </Button>
        <Button
          look="danger"
          busy={cancelled.isPending}
          busyLabel="Cancelling..."
          onClick={() => cancelled.mutate()}
        >
          Cancel Meeting
        </Button>
      </div>
    </Dialog>
  );
}

function consequence({ classId, joinUrl }: CancelMeetingProps["meeting"]): string {
  if (!joinUrl) return "It is not made at Zoom any more. Your students were not told of it.";
  if (classId) {
    return "Your students are told by mail. The class itself stays: you can create another meeting for it, or cancel the class with your other classes.";
  }
  return "Your students are told by mail, and it leaves Zoom and their calendars.";
}
