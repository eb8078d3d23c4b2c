import { useState } from "react";
import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { useCloseAfterSuccess } from "#islands/ui/form/use-close-after-success.ts";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { changePassword } from "#lib/account-settings/account-settings.calls.ts";
import { refreshSessions } from "#lib/account-settings/account-settings.queries.ts";
import { type ChangePasswordForm, changePasswordForm } from "#lib/accounts/accounts.ts";
import { getTexts } from "#translations/account-settings.ts";
import { ModalForm } from "../ModalForm.tsx";

const t = getTexts("accountSettings");

interface UpdatePasswordProps {
  /** The account's email address, which password managers need to find the entry. */
  email: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

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
      onDone(t("password.saved"));
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
      success={done ? t("password.saved") : undefined}
      action={t("updatePassword")}
      busyAction={t("password.busy")}
      username={email}
    >
      <PasswordField
        label={t("password.current")}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <PasswordField
        label={t("password.new")}
        autoComplete="new-password"
        hint={t("password.newHint")}
        error={errors.newPassword?.message}
        {...form.register("newPassword")}
      />
      <PasswordField
        label={t("password.confirm")}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register("confirmPassword")}
      />
    </ModalForm>
  );
}
