import { TextField } from "#islands/ui/form/Field.tsx";
import { withIntent } from "#lib/accounts/intents.ts";
import { getTexts } from "#translations/accounts.ts";
import { verifyIntro } from "../intros.ts";
import { AccountCard } from "./AccountCard.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { CodeField, FormLink, ResendButton, SubmitButton } from "./parts.tsx";
import type { AccountFormsContext, Posted } from "./posted.ts";

const t = getTexts("accounts");

/** The address is read-only, and empty if it is unknown. */
export function VerifyView({
  returnTo,
  proposedRole,
  posted,
}: AccountFormsContext & { posted: Posted }) {
  const { values, errors, problem } = posted;
  const { email = "" } = values;
  return (
    <AccountCard
      name="verify"
      title={t("server.verify.title")}
      intro={verifyIntro(email)}
      footer={
        <FormLink opens="log-in" href={withIntent("/login", { returnTo, proposedRole })}>
          {t("server.backToLogIn")}
        </FormLink>
      }
    >
      <AccountForm action={withIntent("/verify-otp", { returnTo, proposedRole })} problem={problem}>
        <TextField
          id="verify-email"
          label={t("email")}
          type="email"
          dir="ltr"
          name="email"
          readOnly
          autoComplete="username"
          defaultValue={email}
          error={errors.email}
        />
        <CodeField
          id="verify-code"
          label={t("server.verify.code")}
          error={errors.code}
          autoFocus={email !== ""}
        />
        <SubmitButton busyLabel={t("server.verifying")}>{t("server.verify.submit")}</SubmitButton>
        <ResendButton>{t("server.verify.resend")}</ResendButton>
      </AccountForm>
    </AccountCard>
  );
}
