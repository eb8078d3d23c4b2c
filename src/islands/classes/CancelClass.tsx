import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { cancelClass } from "#lib/classes/classes.calls.ts";
import type { ClassView } from "#lib/classes/classes.responses.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { formatInstant } from "#lib/time/format-time.ts";

interface CancelClassProps {
  canceling: ClassView;
  zone: string;
  /** Called with the success message, if there is one. */
  onClose: (message?: string) => void;
}

export function CancelClass({ canceling, zone, onClose }: CancelClassProps) {
  const [note, setNote] = useState("");
  const canceled = useMutation(
    { mutationFn: () => cancelClass(canceling._id, { note }), onSuccess: onClose },
    queryClient,
  );
  return (
    <Dialog open title={`Cancel class ${canceling.number}?`} onClose={() => onClose()}>
      <p className="text-sm">
        The class on {formatInstant(canceling.startsAt, zone)} will be canceled. We'll email every
        student and remove the class from their calendars. You can reschedule it later. Students who
        paid can leave with a full refund for 14 days, or until 24 hours after you reschedule it.
      </p>
      <TextField
        label="Message to your students"
        optional
        maxLength={300}
        dir="auto"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {canceled.isError && <Alert>{messageOf(canceled.error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={() => onClose()}>
          Back
        </Button>
        <Button
          look="danger"
          busy={canceled.isPending}
          busyLabel="Canceling..."
          onClick={() => canceled.mutate()}
        >
          Cancel class
        </Button>
      </div>
    </Dialog>
  );
}
