import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { useCloseAfterSuccess } from "#islands/ui/form/use-close-after-success.ts";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { type ResetGrant, resetPassword } from "#lib/accounts/accounts.calls.ts";
import { newPasswordForm } from "#lib/accounts/accounts.ts";
import { AccountCard } from "./form/AccountCard.tsx";
import { BackToLogIn } from "./form/BackToLogIn.tsx";

interface NewPasswordFormProps {
  /** The account's email address, which password managers store with the password. */
  email: string;
  grant: ResetGrant;
  /** Returns to the log-in form, after success or if the code has expired. */
  onDone: () => void;
}

interface Passwords {
  password: string;
  confirmPassword: string;
}

/** Sets the new password and returns to the log-in form after two seconds. */
export function NewPasswordForm({ email, grant, onDone }: NewPasswordFormProps) {
  const [done, setDone] = useState(false);
  const { form, problem, setProblem, showError } = useSchemaForm<Passwords, Passwords>({
    schema: newPasswordForm,
    defaultValues: { password: "", confirmPassword: "" },
  });
  const { errors, isSubmitting } = form.formState;

  useCloseAfterSuccess(done, onDone);

  const submit = form.handleSubmit(async ({ password }) => {
    setProblem(undefined);
    try {
      await resetPassword(grant, password);
      setDone(true);
    } catch (error) {
      showError(error);
    }
  });

  return (
    <AccountCard title="Reset Password">
      <Form
        onSubmit={submit}
        busy={isSubmitting || done}
        problem={problem}
        success={done ? "Password reset successfully" : undefined}
      >
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          hint="At least 6 characters"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register("confirmPassword")}
        />
        <Button type="submit" busy={isSubmitting || done} busyLabel="Resetting...">
          Reset Password
        </Button>
        <BackToLogIn onBack={onDone} />
      </Form>
    </AccountCard>
  );
}
