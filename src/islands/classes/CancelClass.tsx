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
import { removedClassesDays, replacedClassesHours } from "#lib/payments/refund-policy.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/teacher-classes.ts";

const t = getTexts("teacherClasses");

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
    <Dialog open title={t("cancelNumber", { number: canceling.number })} onClose={() => onClose()}>
      <p className="text-sm">
        {t("cancelText", {
          time: formatInstant(canceling.startsAt, zone, Date.now()),
          days: removedClassesDays,
          hours: replacedClassesHours,
        })}
      </p>
      <TextField
        label={t("message")}
        optional
        maxLength={300}
        dir="auto"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {canceled.isError && <Alert>{messageOf(canceled.error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={() => onClose()}>
          {t("back")}
        </Button>
        <Button
          look="danger"
          busy={canceled.isPending}
          busyLabel={t("canceling")}
          onClick={() => canceled.mutate()}
        >
          {t("cancelClass")}
        </Button>
      </div>
    </Dialog>
  );
}
