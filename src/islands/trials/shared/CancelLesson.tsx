import { messageOf } from "#lib/client/api-error.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import type { TrialPerson } from "#lib/trials/trials.responses.ts";
import { getTexts } from "#translations/trials.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { useCancelTrial } from "./use-trials.ts";

const t = getTexts("trials");

interface CancelLessonProps {
  lesson: { _id: string };
  other: TrialPerson;
  onClose: () => void;
}

/** Cancels a trial lesson after the person has confirmed it. */
export function CancelLesson({ lesson, other, onClose }: CancelLessonProps) {
  const canceling = useCancelTrial();
  return (
    <Dialog open title={t("cancelTitle")} onClose={onClose}>
      <p className="text-sm">{t("cancelText", { name: isolatedInRtl(other.name) })}</p>
      {canceling.isError && <Alert>{messageOf(canceling.error)}</Alert>}
      <div className="flex justify-end gap-2">
        <Button look="plain" onClick={onClose}>
          {t("keep")}
        </Button>
        <Button
          look="danger"
          busy={canceling.isPending}
          busyLabel={t("cancelBusy")}
          onClick={() => canceling.mutate({ lessonId: lesson._id, other })}
        >
          {t("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
