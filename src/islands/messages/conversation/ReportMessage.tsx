import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { reportMessage } from "#lib/messages/messages.calls.ts";
import { getTexts } from "#translations/conversations.ts";

const t = getTexts("conversations");

interface ReportMessageProps {
  messageId: string;
  className: string;
}

type Step =
  | { name: "closed" }
  | { name: "open"; problem: string }
  | { name: "busy" }
  | { name: "done" };

/** Reports a message to staff. */
export function ReportMessage({ messageId, className }: ReportMessageProps) {
  const [step, setStep] = useState<Step>({ name: "closed" });
  const [reason, setReason] = useState("");
  const report = async () => {
    setStep({ name: "busy" });
    try {
      await reportMessage(messageId, reason);
      setStep({ name: "done" });
    } catch (error) {
      const problem = messageOf(error);
      setStep({ name: "open", problem });
    }
  };
  if (step.name === "done") return <span>{t("reported")}</span>;
  return (
    <>
      <button
        type="button"
        className={className}
        onClick={() => setStep({ name: "open", problem: "" })}
      >
        {t("report")}
      </button>
      {step.name !== "closed" && (
        <Dialog open title={t("reportTitle")} onClose={() => setStep({ name: "closed" })}>
          <p className="text-sm">{t("reportText")}</p>
          <label className="grid gap-1 text-sm">
            {t("reportReason")}
            <textarea
              className="textarea w-full"
              rows={3}
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
          {step.name === "open" && step.problem && <Alert>{step.problem}</Alert>}
          <div className="flex justify-end gap-2">
            <Button look="quiet" onClick={() => setStep({ name: "closed" })}>
              {t("cancel")}
            </Button>
            <Button look="danger" busy={step.name === "busy"} onClick={report}>
              {t("report")}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
