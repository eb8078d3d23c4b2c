import type { ReactNode } from "react";
import { TextField } from "#islands/ui/form/Field.tsx";
import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { withIntent } from "#lib/accounts/intents.ts";
import { type LegalDocument, legalPaths } from "#lib/agreements/legal-documents.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/accounts.ts";
import { signUpIntro } from "../intros.ts";
import { AccountCard } from "./AccountCard.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { EmailField, FormLink, SubmitButton } from "./parts.tsx";
import { type AccountFormsContext, findFirstError, type Posted } from "./posted.ts";

const t = getTexts("accounts");

export function SignUpView({
  returnTo,
  proposedRole,
  posted,
}: AccountFormsContext & { posted: Posted }) {
  const { values, errors, problem } = posted;
  const focused = findFirstError(posted, ["name", "email", "password"]) ?? (problem && "password");
  return (
    <AccountCard
      name="sign-up"
      title={t("server.signUp.title")}
      intro={signUpIntro(proposedRole)}
      footer={t.rich("server.signUp.hasAccount", {
        link: (text) => (
          <FormLink
            key="link"
            opens="log-in"
            href={withIntent("/login", { returnTo, proposedRole })}
          >
            {text}
          </FormLink>
        ),
      })}
    >
      <AccountForm action={withIntent("/signup", { returnTo, proposedRole })} problem={problem}>
        <TextField
          id="sign-up-name"
          label={t("server.signUp.name")}
          name="name"
          dir="auto"
          autoComplete="name"
          defaultValue={values.name}
          error={errors.name}
          autoFocus={focused === "name"}
        />
        <EmailField
          id="sign-up-email"
          label={t("server.signUp.email")}
          value={values.email}
          error={errors.email}
          autoFocus={focused === "email"}
        />
        <PasswordField
          id="sign-up-password"
          label={t("server.password")}
          name="password"
          autoComplete="new-password"
          hint={t("server.passwordHint")}
          error={errors.password}
          autoFocus={focused === "password"}
        />
        <SubmitButton busyLabel={t("server.signUp.busy")}>{t("server.signUp.submit")}</SubmitButton>
        <p className="muted text-xs">
          {t.rich("server.signUp.agreement", {
            terms: (text) => <LegalLink key="terms" document="terms" text={text} />,
            privacy: (text) => <LegalLink key="privacy" document="privacy" text={text} />,
          })}
        </p>
      </AccountForm>
    </AccountCard>
  );
}

const LegalLink = ({ document, text }: { document: LegalDocument; text: ReactNode }) => (
  <a className="link" href={localizePath(legalPaths[document])} target="_blank" rel="noopener">
    {text}
  </a>
);
