import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { MeetingService } from "#lib/meetings/meeting-services.ts";
import { disconnectService } from "#lib/meetings/meetings.calls.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";

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
        Disconnect {name}
      </Button>
      <Dialog open={isOpen} title={`Disconnect ${name}?`} onClose={() => setOpen(false)}>
        <div className="grid gap-2 text-sm">
          <p>
            We'll remove our access to your {name} account right away. You can connect this or
            another account at any time.
          </p>
          <p>{describeUpcoming(upcoming, name)}</p>
        </div>
        {disconnecting.isError && <Alert>{messageOf(disconnecting.error)}</Alert>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={() => setOpen(false)}>
            Stay connected
          </Button>
          <Button
            look="danger"
            busy={disconnecting.isPending}
            busyLabel="Disconnecting..."
            onClick={() => disconnecting.mutate()}
          >
            Disconnect
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function describeUpcoming(upcoming: number, name: string): string {
  if (upcoming === 0) return "You have no upcoming meetings.";
  const [rooms, them] =
    upcoming === 1
      ? ["1 upcoming meeting keeps its room", "it"]
      : [`${upcoming} upcoming meetings keep their rooms`, "them"];
  return `${rooms} in your ${name} account, and students can still join. We won't be able to start, move or cancel ${them}. Start ${them} in the ${name} app. If you delete or move ${them} there, tell your students, because our links and times won't update.`;
}
