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
import { getTexts } from "#translations/meetings-page.ts";

const t = getTexts("meetingsPage");

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
      onSuccess: () => onClose(t("canceled")),
    },
    queryClient,
  );
  return (
    <Dialog open title={t("cancelTitle")} onClose={() => onClose()}>
      <p className="text-sm">
        {t.rich("cancelLead", {
          topic: (text) => (
            <strong key="topic" dir="auto">
              {text}
            </strong>
          ),
          name: meeting.topic,
          time: formatInstant(meeting.startTime, viewerZone(), Date.now()),
          consequence: describeConsequence(meeting),
        })}
      </p>
      {canceled.isError && <Alert>{messageOf(canceled.error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={() => onClose()}>
          {t("keep")}
        </Button>
        <Button
          look="danger"
          busy={canceled.isPending}
          busyLabel={t("canceling")}
          onClick={() => canceled.mutate()}
        >
          {t("cancelMeeting")}
        </Button>
      </div>
    </Dialog>
  );
}

function describeConsequence({ classId, joinUrl }: CancelMeetingProps["meeting"]): string {
  if (!joinUrl) return t("notCreatedYet", { service: meetingServiceNames });
  return classId ? t("classStays") : t("removed", { service: meetingServiceNames });
}
