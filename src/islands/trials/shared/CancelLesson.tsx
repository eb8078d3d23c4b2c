import { messageOf } from "#lib/client/api-error.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/trials.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { useCancelTrial } from "./use-trials.ts";

const t = getTexts("trials");

interface CancelLessonProps {
  lesson: { _id: string };
  name: string;
  onClose: () => void;
}

/** Cancels a trial lesson after the person has confirmed it. */
export function CancelLesson({ lesson, name, onClose }: CancelLessonProps) {
  const canceling = useCancelTrial();
  return (
    <Dialog open title={t("cancelTitle")} onClose={onClose}>
      <p className="text-sm">{t("cancelText", { name: isolatedInRtl(name) })}</p>
      {canceling.isError && <Alert>{messageOf(canceling.error)}</Alert>}
      <div className="flex justify-end gap-2">
        <Button look="plain" onClick={onClose}>
          {t("keep")}
        </Button>
        <Button
          look="danger"
          busy={canceling.isPending}
          busyLabel={t("cancelBusy")}
          onClick={() => canceling.mutate(lesson._id)}
        >
          {t("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
