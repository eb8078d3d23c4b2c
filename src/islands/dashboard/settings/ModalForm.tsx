import type { BaseSyntheticEvent, ReactNode } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { dialogActionsLook } from "#islands/ui/dialogs/actions-look.ts";
import { Form } from "#islands/ui/form/Form.tsx";
import { getTexts } from "#translations/account-settings.ts";

const t = getTexts("accountSettings");

interface ModalFormProps {
  onSubmit: (event: BaseSyntheticEvent) => void;
  onClose: () => void;
  busy: boolean;
  problem: string | undefined;
  /** Success message, once done. */
  success: string | undefined;
  /** Labels of the submit button: normal and busy. */
  action: string;
  busyAction: string;
  isDangerous?: boolean;
  disabled?: boolean;
  /** The account's email address, for password managers. */
  username?: string;
  children: ReactNode;
}

/** A form in a settings modal, with messages and buttons. */
export function ModalForm({
  onSubmit,
  onClose,
  busy,
  problem,
  success,
  action,
  busyAction,
  isDangerous = false,
  disabled = false,
  username,
  children,
}: ModalFormProps) {
  return (
    <Form onSubmit={onSubmit} busy={busy} problem={problem} success={success}>
      {username && <input type="email" autoComplete="username" value={username} readOnly hidden />}
      {children}
      <div className={`justify-end ${dialogActionsLook}`}>
        <Button look="plain" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button
          type="submit"
          look={isDangerous ? "danger" : "main"}
          disabled={disabled}
          busy={busy}
          busyLabel={busyAction}
        >
          {action}
        </Button>
      </div>
    </Form>
  );
}
