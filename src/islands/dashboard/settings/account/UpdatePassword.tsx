import { useState } from "react";
import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { useCloseAfterSuccess } from "#islands/ui/form/use-close-after-success.ts";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { changePassword } from "#lib/account-settings/account-settings.calls.ts";
import { refreshSessions } from "#lib/account-settings/account-settings.queries.ts";
import { type ChangePasswordForm, changePasswordForm } from "#lib/accounts/accounts.ts";
import { ModalForm } from "../ModalForm.tsx";

interface UpdatePasswordProps {
  /** The account's email address, which password managers need to find the entry. */
  email: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

const updated = "Password updated successfully!";

/** Changes the password, which logs out other devices. */
export function UpdatePassword({ email, onDone, onClose }: UpdatePasswordProps) {
  const [done, setDone] = useState(false);
  const { form, problem, setProblem, showError } = useSchemaForm<
    ChangePasswordForm,
    ChangePasswordForm
  >({
    schema: changePasswordForm,
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  });
  const { errors, isSubmitting } = form.formState;
  useCloseAfterSuccess(done, onClose);

  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    setProblem(undefined);
    try {
      await changePassword(currentPassword, newPassword);
      setDone(true);
      onDone(updated);
      void refreshSessions();
    } catch (error) {
      showError(error);
    }
  });

  return (
    <ModalForm
      onSubmit={submit}
      onClose={onClose}
      busy={isSubmitting || done}
      problem={problem}
      success={done ? updated : undefined}
      action="Update Password"
      busyAction="Updating..."
      username={email}
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 6 characters. You'll be logged out on your other devices."
        error={errors.newPassword?.message}
        {...form.register("newPassword")}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register("confirmPassword")}
      />
    </ModalForm>
  );
}
