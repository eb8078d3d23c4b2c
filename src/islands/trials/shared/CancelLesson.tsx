import { isolatedInRtl } from "#lib/text/bidi.ts";
import type { TrialPerson } from "#lib/trials/trials.responses.ts";
import { getTexts } from "#translations/trials.ts";
import { ConfirmDialog } from "../../ui/feedback/ConfirmDialog.tsx";
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
    <ConfirmDialog
      title={t("cancelTitle")}
      action={canceling}
      labels={{ keep: t("keep"), confirm: t("cancel"), busy: t("cancelBusy") }}
      onConfirm={() => canceling.mutate({ lessonId: lesson._id, other })}
      onClose={onClose}
    >
      <p className="text-sm">{t("cancelText", { name: isolatedInRtl(other.name) })}</p>
    </ConfirmDialog>
  );
}
