import { useMutation } from "@tanstack/react-query";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { disconnectService } from "#lib/meetings/connections.calls.ts";
import type { MeetingService } from "#lib/meetings/meeting-services.ts";
import { getTexts } from "#translations/meeting-services.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";

const t = getTexts("meetingServices");

interface DisconnectDialogProps {
  service: MeetingService;
  /** Number of upcoming meetings that have a room at the service. */
  upcoming: number;
  onDone: () => void;
  onClose: () => void;
}

/** Explains what happens to upcoming meetings, and disconnects the account once confirmed. */
export function DisconnectDialog({ service, upcoming, onDone, onClose }: DisconnectDialogProps) {
  const { name } = service;
  const disconnecting = useMutation(
    {
      mutationFn: () => disconnectService(service),
      onSuccess: () => {
        onClose();
        onDone();
      },
    },
    queryClient,
  );
  return (
    <Dialog open title={t("disconnect.title", { service: name })} onClose={onClose}>
      <div className="grid gap-2 text-sm">
        <p>{t("disconnect.text", { service: name })}</p>
        <p>
          {upcoming === 0
            ? t("disconnect.noUpcoming")
            : t("disconnect.upcoming", { count: upcoming, service: name })}
        </p>
      </div>
      {disconnecting.isError && <Alert>{messageOf(disconnecting.error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onClose}>
          {t("disconnect.keep")}
        </Button>
        <Button
          look="danger"
          busy={disconnecting.isPending}
          busyLabel={t("disconnect.busy")}
          onClick={() => disconnecting.mutate()}
        >
          {t("disconnect.submit")}
        </Button>
      </div>
    </Dialog>
  );
}
