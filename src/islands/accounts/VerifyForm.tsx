import { useState } from "react";
import { CodeField } from "#islands/accounts/form/CodeField.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { resendCode, verifyEmail } from "#lib/accounts/accounts.calls.ts";
import { type VerifyInput, verifyInput } from "#lib/accounts/accounts.ts";
import { AccountCard } from "./form/AccountCard.tsx";
import { useAccountFormContext } from "./form/account-form-context.ts";
import { useRememberedValues } from "./form/dialog-memory.ts";
import { describeError } from "./form/error-text.ts";
import { FormLink } from "./form/FormLink.tsx";
import { ResendButton } from "./form/ResendButton.tsx";
import { useResend } from "./form/use-resend.ts";

const failed = "Verification failed. Please check your OTP code and try again.";

interface VerifyFormProps {
  /** Empty if unknown. */
  email: string;
  /** Seconds until another code can be requested. */
  resendAfter: number;
  /** Whether to focus the code field, because entering the code is the person's only task. */
  autoFocus?: boolean;
}

/** The form to verify an email address with a one-time code. The address is read-only. */
export function VerifyForm({ email, resendAfter, autoFocus = false }: VerifyFormProps) {
  const { proceed } = useAccountFormContext();
  const [leaving, setLeaving] = useState(false);
  const { form, problem, setProblem } = useSchemaForm<VerifyInput, { email: string; code: string }>(
    { schema: verifyInput, defaultValues: { email, code: "" } },
  );
  const { errors, isSubmitting } = form.formState;
  useRememberedValues(`verify ${email}`, form);
  const resend = useResend({
    send: () => resendCode(email),
    resendAfter,
    sent: "A new OTP has been sent to your email.",
    failed: "Failed to resend OTP. Please try again later.",
  });

  const submit = form.handleSubmit(async ({ code }) => {
    resend.forget();
    setProblem(undefined);
    try {
      const profile = await verifyEmail(email, code);
      setLeaving(true);
      proceed(profile);
    } catch (error) {
      setProblem(describeError(error, failed));
      form.setFocus("code", { shouldSelect: true });
    }
  });

  return (
    <AccountCard
      title="Verify Your Email"
      intro={
        email
          ? "We emailed you a 6-digit code. It expires in 10 minutes."
          : "Log in with your email and password, and we'll email you a code."
      }
      footer={
        <FormLink form={{ name: "log-in" }} href="/login">
          Back to login
        </FormLink>
      }
    >
      <Form
        onSubmit={submit}
        busy={isSubmitting || leaving}
        problem={problem ?? resend.problem}
        success={resend.notice}
      >
        <TextField
          label="Email"
          type="email"
          readOnly
          autoComplete="username"
          value={email}
          error={errors.email?.message}
        />
        <CodeField
          label="OTP Code"
          autoFocus={autoFocus}
          error={errors.code?.message}
          {...form.register("code")}
        />
        <Button type="submit" busy={isSubmitting || leaving} busyLabel="Verifying...">
          Verify OTP
        </Button>
        <ResendButton
          label="Resend OTP"
          resend={resend}
          disabled={email === ""}
          onAsk={() => setProblem(undefined)}
        />
      </Form>
    </AccountCard>
  );
}
