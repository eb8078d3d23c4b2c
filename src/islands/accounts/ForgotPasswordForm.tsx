import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/Field.tsx";
import { Form } from "#islands/ui/Form.tsx";
import { useSchemaForm } from "#islands/ui/use-schema-form.ts";
import { type ForgotPasswordInput, forgotPasswordInput } from "#lib/accounts.ts";
import { requestPasswordReset } from "#lib/client/accounts.calls.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { AccountCard } from "./AccountCard.tsx";

const failed = "Failed to send reset code. Please check your email and try again.";

interface ForgotPasswordFormProps {
  onSent: (email: string) => void;
  onBack: () => void;
}

export function ForgotPasswordForm({ onSent, onBack }: ForgotPasswordFormProps) {
  const { form, problem, setProblem } = useSchemaForm<ForgotPasswordInput, ForgotPasswordInput>({
    schema: forgotPasswordInput,
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    setProblem(undefined);
    try {
      await requestPasswordReset(email);
      onSent(email);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.status === 429 ? error.message : failed);
    }
  });

  return (
    <AccountCard title="Reset Password" intro="We send a code to your address.">
      <Form onSubmit={submit} busy={isSubmitting} problem={problem}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <Button type="submit" busy={isSubmitting} busyLabel="Sending...">
          Send Reset Code
        </Button>
        <Button look="plain" onClick={onBack}>
          Back to login
        </Button>
      </Form>
    </AccountCard>
  );
}
