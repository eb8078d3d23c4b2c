/** The three steps of resetting a password, which need scripts. */
import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { AccountCard } from "./AccountCard.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { BackToLogIn, CodeField, EmailField, ResendButton, SubmitButton } from "./parts.tsx";

export function ForgotView() {
  return (
    <AccountCard name="forgot" title="Reset Password" intro="We'll email you a 6-digit code.">
      <AccountForm>
        <EmailField id="forgot-email" label="Email" />
        <SubmitButton busyLabel="Sending...">Send Reset Code</SubmitButton>
        <BackToLogIn />
      </AccountForm>
    </AccountCard>
  );
}

export function ResetCodeView() {
  return (
    <AccountCard name="reset-code" title="Reset Password" intro="">
      <AccountForm>
        <CodeField id="reset-code-code" label="Reset Code" />
        <SubmitButton busyLabel="Verifying...">Verify Code</SubmitButton>
        <ResendButton>Resend code</ResendButton>
        <BackToLogIn />
      </AccountForm>
    </AccountCard>
  );
}

export function NewPasswordView() {
  return (
    <AccountCard name="new-password" title="Reset Password">
      <AccountForm>
        <input type="email" name="email" autoComplete="username" readOnly hidden />
        <PasswordField
          id="new-password-password"
          label="New Password"
          name="password"
          autoComplete="new-password"
          hint="At least 6 characters"
        />
        <PasswordField
          id="new-password-confirm"
          label="Confirm Password"
          name="confirmPassword"
          autoComplete="new-password"
        />
        <SubmitButton busyLabel="Resetting...">Reset Password</SubmitButton>
        <BackToLogIn />
      </AccountForm>
    </AccountCard>
  );
}
