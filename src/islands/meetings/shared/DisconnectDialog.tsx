import { useMutation } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { disconnectService } from "#lib/meetings/connections.calls.ts";
import type { MeetingService } from "#lib/meetings/meeting-services.ts";
import { getTexts } from "#translations/meeting-services.ts";
import { ConfirmDialog } from "../../ui/feedback/ConfirmDialog.tsx";

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
    <ConfirmDialog
      title={t("disconnect.title", { service: name })}
      action={disconnecting}
      labels={{
        keep: t("disconnect.keep"),
        confirm: t("disconnect.submit"),
        busy: t("disconnect.busy"),
      }}
      onConfirm={() => disconnecting.mutate()}
      onClose={onClose}
    >
      <div className="grid gap-2 text-sm">
        <p>{t("disconnect.text", { service: name })}</p>
        <p>
          {upcoming === 0
            ? t("disconnect.noUpcoming")
            : t("disconnect.upcoming", { count: upcoming, service: name })}
        </p>
      </div>
    </ConfirmDialog>
  );
}
