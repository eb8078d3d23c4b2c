import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { withIntent } from "#lib/accounts/intents.ts";
import { getTexts } from "#translations/accounts.ts";
import { AccountCard } from "./AccountCard.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { EmailField, FormLink, SubmitButton } from "./parts.tsx";
import { type AccountFormsContext, findFirstError, type Posted } from "./posted.ts";

const t = getTexts("accounts");

export function LogInView({
  notice = "",
  returnTo,
  proposedRole,
  posted,
}: AccountFormsContext & { posted: Posted }) {
  const { values, errors, problem } = posted;
  const focused = findFirstError(posted, ["email", "password"]) ?? (problem && "password");
  return (
    <AccountCard
      name="log-in"
      title={t("server.logIn.title")}
      intro={t("server.logIn.intro")}
      footer={t.rich("server.logIn.noAccount", {
        link: (text) => (
          <FormLink
            key="link"
            opens="sign-up"
            href={withIntent("/signup", { returnTo, proposedRole })}
          >
            {text}
          </FormLink>
        ),
      })}
    >
      <AccountForm
        action={withIntent("/login", { returnTo, proposedRole })}
        problem={problem}
        notice={notice}
      >
        <EmailField
          id="log-in-email"
          label={t("email")}
          value={values.email}
          error={errors.email}
          autoFocus={focused === "email"}
        />
        <PasswordField
          id="log-in-password"
          label={t("server.password")}
          name="password"
          autoComplete="current-password"
          error={errors.password}
          autoFocus={focused === "password"}
        />
        <button
          type="button"
          data-forgot
          className="link link-secondary justify-self-start py-1 text-sm not-scripted:hidden"
        >
          {t("server.logIn.forgot")}
        </button>
        <noscript>
          <p className="muted text-sm">{t("server.logIn.needsScript")}</p>
        </noscript>
        <SubmitButton busyLabel={t("server.logIn.busy")}>{t("server.logIn.submit")}</SubmitButton>
      </AccountForm>
    </AccountCard>
  );
}
