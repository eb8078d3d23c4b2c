import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { requestPasswordReset } from "#lib/accounts/accounts.calls.ts";
import { type ForgotPasswordInput, forgotPasswordInput } from "#lib/accounts/accounts.ts";
import { AccountCard } from "./form/AccountCard.tsx";
import { BackToLogIn } from "./form/BackToLogIn.tsx";
import { describeError, readRetryAfter } from "./form/error-text.ts";

/** In seconds. A shorter wait means that a valid code was sent a moment ago. */
const cooldown = 60;
const failed = "Failed to send reset code. Please check your email and try again.";

interface ForgotPasswordFormProps {
  email: string;
  /** Called after a code was sent. Another one can be requested after `resendAfter` seconds. */
  onSent: (email: string, resendAfter: number) => void;
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
      onSent(input.email, await requestPasswordReset(input.email));
    } catch (error) {
      const wait = readRetryAfter(error);
      if (wait && wait <= cooldown) onSent(input.email, wait);
      else setProblem(describeError(error, failed));
    }
  });

  return (
    <AccountCard title="Reset Password" intro="We'll email you a 6-digit code.">
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
        <BackToLogIn onBack={onBack} />
      </Form>
    </AccountCard>
  );
}
