import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { MeetingService } from "#lib/meetings/meeting-services.ts";
import { disconnectService } from "#lib/meetings/meetings.calls.ts";
import { getTexts } from "#translations/meetings.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";

const t = getTexts("meetings");

interface DisconnectServiceProps {
  service: MeetingService;
  /** Number of upcoming meetings that have a room at the service. */
  upcoming: number;
  onDone: () => void;
}

/** Disconnects the account after explaining what happens to upcoming meetings. */
export function DisconnectService({ service, upcoming, onDone }: DisconnectServiceProps) {
  const { name } = service;
  const [isOpen, setOpen] = useState(false);
  const disconnecting = useMutation(
    {
      mutationFn: () => disconnectService(service),
      onSuccess: () => {
        setOpen(false);
        onDone();
      },
    },
    queryClient,
  );
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t("disconnect.open", { service: name })}
      </Button>
      <Dialog
        open={isOpen}
        title={t("disconnect.title", { service: name })}
        onClose={() => setOpen(false)}
      >
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
          <Button look="plain" onClick={() => setOpen(false)}>
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
    </>
  );
}
