/** The three steps of resetting a password, which need scripts. */
import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { getTexts } from "#translations/accounts.ts";
import { AccountCard } from "./AccountCard.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { BackToLogIn, CodeField, EmailField, ResendButton, SubmitButton } from "./parts.tsx";

const t = getTexts("accounts");

export function ForgotView() {
  return (
    <AccountCard name="forgot" title={t("server.reset.title")} intro={t("server.reset.intro")}>
      <AccountForm>
        <EmailField id="forgot-email" label={t("email")} />
        <SubmitButton busyLabel={t("server.sending")}>{t("server.reset.send")}</SubmitButton>
        <BackToLogIn />
      </AccountForm>
    </AccountCard>
  );
}

export function ResetCodeView() {
  return (
    <AccountCard name="reset-code" title={t("server.reset.title")} intro="">
      <AccountForm>
        <CodeField id="reset-code-code" label={t("server.reset.code")} />
        <SubmitButton busyLabel={t("server.verifying")}>{t("server.reset.verify")}</SubmitButton>
        <ResendButton>{t("server.reset.resend")}</ResendButton>
        <BackToLogIn />
      </AccountForm>
    </AccountCard>
  );
}

export function NewPasswordView() {
  return (
    <AccountCard name="new-password" title={t("server.reset.title")}>
      <AccountForm>
        <input type="email" name="email" autoComplete="username" readOnly hidden />
        <PasswordField
          id="new-password-password"
          label={t("server.reset.newPassword")}
          name="password"
          autoComplete="new-password"
          hint={t("server.passwordHint")}
        />
        <PasswordField
          id="new-password-confirm"
          label={t("server.reset.confirm")}
          name="confirmPassword"
          autoComplete="new-password"
        />
        <SubmitButton busyLabel={t("server.reset.busy")}>{t("server.reset.title")}</SubmitButton>
        <BackToLogIn />
      </AccountForm>
    </AccountCard>
  );
}
