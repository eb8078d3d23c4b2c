import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { CodeField } from "#islands/ui/CodeField.tsx";
import { TextField } from "#islands/ui/Field.tsx";
import { Form } from "#islands/ui/Form.tsx";
import { useSchemaForm } from "#islands/ui/use-schema-form.ts";
import { oneTimeCode, type VerifyInput, verifyInput } from "#lib/accounts.ts";
import { resendCode, verifyEmail } from "#lib/client/accounts.calls.ts";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { AccountCard } from "./AccountCard.tsx";
import { goOn } from "./go-on.ts";

const failed = "Verification failed. Please check your OTP code and try again.";
const resent = "A new OTP has been sent to your email.";
const notResent = "Failed to resend OTP. Please try again later.";

/** Verifying an address by its one-time code. The address is shown, not asked for. */
export function VerifyForm({ email }: { email: string }) {
  const [notice, setNotice] = useState<string>();
  const [resending, setResending] = useState(false);
  const { form, problem, setProblem } = useSchemaForm<VerifyInput, { email: string; code: string }>(
    { schema: verifyInput, defaultValues: { email, code: "" } },
  );
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ code }) => {
    setNotice(undefined);
    setProblem(undefined);
    try {
      goOn(await verifyEmail(email, code));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.status === 429 ? error.message : failed);
    }
  });

  const resend = async () => {
    setNotice(undefined);
    setProblem(undefined);
    setResending(true);
    try {
      await resendCode(email);
      setNotice(resent);
    } catch (error) {
      const told = error instanceof ApiError && error.status === 429;
      setProblem(told ? messageOf(error, notResent) : notResent);
    } finally {
      setResending(false);
    }
  };

  return (
    <AccountCard
      title="Verify Your Email"
      intro="We have sent a code of six digits to your address. It is good for 10 minutes."
    >
      <Form onSubmit={submit} busy={isSubmitting} problem={problem} success={notice}>
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
          error={errors.code?.message}
          {...form.register("code", {
            onChange: (event: { target: { value: string } }) => {
              // A pasted or offered code is whole at once: nothing is left to press.
              if (oneTimeCode.safeParse(event.target.value).success && email) void submit();
            },
          })}
        />
        <Button type="submit" busy={isSubmitting} busyLabel="Verifying...">
          Verify OTP
        </Button>
        <Button look="plain" busy={resending} busyLabel="Sending..." onClick={resend}>
          Resend OTP
        </Button>
      </Form>
    </AccountCard>
  );
}
