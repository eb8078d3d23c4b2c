import { CodeField } from "#islands/accounts/form/CodeField.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import {
  type ResetGrant,
  requestPasswordReset,
  verifyResetCode,
} from "#lib/accounts/accounts.calls.ts";
import { resetCodeForm } from "#lib/accounts/accounts.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { AccountCard } from "./form/AccountCard.tsx";
import { BackToLogIn } from "./form/BackToLogIn.tsx";
import { describeError } from "./form/error-text.ts";
import { ResendButton } from "./form/ResendButton.tsx";
import { useResend } from "./form/use-resend.ts";

const sent = "Password reset code has been sent to your email address";
const failed = "Failed to verify reset code. Please check your code and try again.";
const incomplete = "Verification response is missing required data";

interface ResetCodeFormProps {
  email: string;
  /** Seconds until another code can be requested. */
  resendAfter: number;
  onVerified: (grant: ResetGrant) => void;
  onBack: () => void;
}

export function ResetCodeForm({ email, resendAfter, onVerified, onBack }: ResetCodeFormProps) {
  const { form, problem, setProblem } = useSchemaForm<{ code: string }, { code: string }>({
    schema: resetCodeForm,
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const resend = useResend({
    send: () => requestPasswordReset(email),
    resendAfter,
    sent,
    failed: "Failed to send reset code. Please try again later.",
  });

  const submit = form.handleSubmit(async ({ code }) => {
    resend.forget();
    setProblem(undefined);
    try {
      onVerified(await verifyResetCode(email, code));
    } catch (error) {
      const isIncomplete = error instanceof ApiError && error.message === incomplete;
      setProblem(isIncomplete ? incomplete : describeError(error, failed));
      form.setFocus("code", { shouldSelect: true });
    }
  });

  return (
    <AccountCard title="Reset Password" intro={`Enter the code we sent to ${email}.`}>
      <Form
        onSubmit={submit}
        busy={isSubmitting}
        problem={problem ?? resend.problem}
        success={problem || resend.problem ? undefined : sent}
      >
        <CodeField label="Reset Code" error={errors.code?.message} {...form.register("code")} />
        <Button type="submit" busy={isSubmitting} busyLabel="Verifying...">
          Verify Code
        </Button>
        <ResendButton label="Resend code" resend={resend} onAsk={() => setProblem(undefined)} />
        <BackToLogIn onBack={onBack} />
      </Form>
    </AccountCard>
  );
}
