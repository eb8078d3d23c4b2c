import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { reportMessage } from "#lib/messages/messages.calls.ts";

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
  if (step.name === "done") return <span>Reported</span>;
  return (
    <>
      <button
        type="button"
        className={className}
        onClick={() => setStep({ name: "open", problem: "" })}
      >
        Report
      </button>
      {step.name !== "closed" && (
        <Dialog open title="Report this message?" onClose={() => setStep({ name: "closed" })}>
          <p className="text-sm">Our team will review the message and what you write here.</p>
          <label className="grid gap-1 text-sm">
            What's wrong with it? (optional)
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
              Cancel
            </Button>
            <Button look="danger" busy={step.name === "busy"} onClick={report}>
              Report
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
