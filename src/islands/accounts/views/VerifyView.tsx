import { TextField } from "#islands/ui/form/Field.tsx";
import { withReturnPath } from "#lib/site/routes.ts";
import { verifyIntro } from "../intros.ts";
import { AccountCard } from "./AccountCard.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { CodeField, FormLink, ResendButton, SubmitButton } from "./parts.tsx";
import type { AccountFormsContext, Posted } from "./posted.ts";

/** The address is read-only, and empty if it is unknown. */
export function VerifyView({ returnTo, posted }: AccountFormsContext & { posted: Posted }) {
  const { values, errors, problem } = posted;
  const { email = "" } = values;
  return (
    <AccountCard
      name="verify"
      title="Verify Your Email"
      intro={verifyIntro(email)}
      footer={
        <FormLink opens="log-in" href="/login">
          Back to login
        </FormLink>
      }
    >
      <AccountForm action={withReturnPath("/verify-otp", returnTo)} problem={problem}>
        <TextField
          id="verify-email"
          label="Email"
          type="email"
          name="email"
          readOnly
          autoComplete="username"
          defaultValue={email}
          error={errors.email}
        />
        <CodeField id="verify-code" label="OTP Code" error={errors.code} autoFocus={email !== ""} />
        <SubmitButton busyLabel="Verifying...">Verify OTP</SubmitButton>
        <ResendButton>Resend OTP</ResendButton>
      </AccountForm>
    </AccountCard>
  );
}
