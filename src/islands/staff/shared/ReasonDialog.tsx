import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { TextAreaField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { refreshStaff } from "#lib/staff/staff.queries.ts";
import { getTexts } from "#translations/staff.ts";

interface ReasonDialogProps {
  open: boolean;
  title: string;
  /** What happens, and who reads the reason. */
  text: string;
  action: string;
  isDangerous?: boolean;
  onClose: () => void;
  /** Makes the change. @throws ApiError, which the form shows. */
  onDecide: (reason: string) => Promise<void>;
  /** Further fields, above the reason. */
  children?: ReactNode;
}

/** A decision of staff, which needs a reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, title, text, action, isDangerous = false, onClose, onDecide, children } = props;
  const t = getTexts("staff");
  const [reason, setReason] = useState("");
  const deciding = useMutation(
    {
      mutationFn: () => onDecide(reason),
      onSuccess() {
        setReason("");
        onClose();
        void refreshStaff();
      },
    },
    queryClient,
  );
  const problem = deciding.isError ? messageOf(deciding.error) : undefined;
  const ofReason = deciding.error instanceof ApiError && findError(deciding.error, "reason");
  const submit = (event: Pick<FormEvent, "preventDefault">) => {
    event.preventDefault();
    deciding.mutate();
  };
  const close = () => {
    deciding.reset();
    onClose();
  };
  return (
    <Dialog open={open} title={title} busy={open && deciding.isPending} onClose={close}>
      <p className="muted text-sm">{text}</p>
      <Form onSubmit={submit} busy={deciding.isPending} problem={ofReason ? undefined : problem}>
        {children}
        <TextAreaField
          label={t("decision.reason")}
          rows={3}
          maxLength={300}
          required
          error={ofReason || undefined}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button look="plain" onClick={close}>
            {t("decision.cancel")}
          </Button>
          <Button
            type="submit"
            look={isDangerous ? "danger" : "main"}
            busy={deciding.isPending}
            busyLabel={t("decision.saving")}
          >
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const findError = (error: ApiError, field: string): string | undefined =>
  error.errors.find((each) => each.field === field)?.message;
