import { type ReactNode, useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Alert } from "./feedback/Alert.tsx";

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
        Delete
      </button>
      <Dialog open={step.name !== "closed"} title={title} onClose={close}>
        <p className="text-sm">{children}</p>
        {step.name === "open" && step.problem && <Alert>{step.problem}</Alert>}
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={close}>
            Cancel
          </Button>
          <Button
            look="danger"
            busy={step.name === "busy"}
            busyLabel="Deleting..."
            onClick={() => void confirm()}
          >
            Delete
          </Button>
        </div>
      </Dialog>
    </>
  );
}
