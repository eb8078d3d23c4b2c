import { useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import type { TrialPerson } from "#lib/trials/trials.responses.ts";
import { getTexts } from "#translations/trials.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { useCancelTrial } from "./use-trials.ts";

const t = getTexts("trials");

interface TrialActionsProps {
  lesson: { _id: string };
  /** The other person in the lesson. */
  other: TrialPerson;
}

/** Buttons to write to the other person and to cancel the lesson. */
export function TrialActions({ lesson, other }: TrialActionsProps) {
  const [asking, setAsking] = useState(false);
  const name = isolatedInRtl(other.name);
  return (
    <>
      <a
        className="btn btn-sm btn-outline border-base-300"
        href={localizePath(`/dashboard/messages?to=${encodeURIComponent(other._id)}`)}
        aria-label={t("messageTo", { name })}
      >
        {t("message")}
      </a>
      <Button
        look="plain"
        className="btn-sm"
        aria-label={t("cancelWith", { name })}
        onClick={() => setAsking(true)}
      >
        {t("cancel")}
      </Button>
      {asking && (
        <CancelLesson lesson={lesson} name={other.name} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

interface CancelLessonProps {
  lesson: { _id: string };
  name: string;
  onClose: () => void;
}

function CancelLesson({ lesson, name, onClose }: CancelLessonProps) {
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
