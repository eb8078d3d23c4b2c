import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/Field.tsx";
import { Form } from "#islands/ui/Form.tsx";
import { useSchemaForm } from "#islands/ui/use-schema-form.ts";
import { type ForgotPasswordInput, forgotPasswordInput } from "#lib/accounts.ts";
import { requestPasswordReset } from "#lib/client/accounts.calls.ts";
import { AccountCard } from "./AccountCard.tsx";
import { explain } from "./refusal.ts";

const failed = "Failed to send reset code. Please check your email and try again.";

interface ForgotPasswordFormProps {
  email: string;
  onSent: (email: string) => void;
  onBack: () => void;
}

export function ForgotPasswordForm({ email, onSent, onBack }: ForgotPasswordFormProps) {
  const { form, problem, setProblem } = useSchemaForm<ForgotPasswordInput, ForgotPasswordInput>({
    schema: forgotPasswordInput,
    defaultValues: { email },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    setProblem(undefined);
    try {
      await requestPasswordReset(input.email);
      onSent(input.email);
    } catch (error) {
      setProblem(explain(error, failed));
    }
  });

  return (
    <AccountCard title="Reset Password" intro="We send a code of six digits to your address.">
      <Form onSubmit={submit} busy={isSubmitting} problem={problem}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
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
