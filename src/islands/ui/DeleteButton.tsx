import { type ReactNode, useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { getTexts } from "#translations/ui.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Alert } from "./feedback/Alert.tsx";

const t = getTexts("ui");

interface DeleteButtonProps {
  /** Title of the confirmation dialog. */
  title: string;
  /** Explains what deleting does. */
  children: ReactNode;
  className: string;
  remove: () => Promise<void>;
  onDone: () => void;
}

type Step = { name: "closed" } | { name: "open"; problem?: string } | { name: "busy" };

/**
 * A delete button with a confirmation dialog. If deleting fails, the dialog stays open and shows
 * the error.
 */
export function DeleteButton({ title, children, className, remove, onDone }: DeleteButtonProps) {
  const [step, setStep] = useState<Step>({ name: "closed" });
  const close = () => setStep({ name: "closed" });
  const confirm = async () => {
    setStep({ name: "busy" });
    try {
      await remove();
    } catch (error) {
      setStep({ name: "open", problem: messageOf(error) });
      return;
    }
    close();
    onDone();
  };
  return (
    <>
      <button type="button" className={className} onClick={() => setStep({ name: "open" })}>
        {t("delete")}
      </button>
      <Dialog open={step.name !== "closed"} title={title} onClose={close}>
        <p className="text-sm">{children}</p>
        {step.name === "open" && step.problem && <Alert>{step.problem}</Alert>}
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={close}>
            {t("cancel")}
          </Button>
          <Button
            look="danger"
            busy={step.name === "busy"}
            busyLabel={t("deleting")}
            onClick={() => void confirm()}
          >
            {t("delete")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
