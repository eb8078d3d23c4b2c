import { enhanceForm } from "#islands/ui/form/plain-form.ts";
import { resendCode, verifyEmail } from "#lib/accounts/accounts.calls.ts";
import { accountMessages, verifyInput } from "#lib/accounts/accounts.ts";
import { getTexts } from "#translations/accounts.ts";
import { verifyIntro } from "../intros.ts";
import { type AccountForms, fillField, findForm, type Given, setIntro } from "./account-forms.ts";
import { enhanceCodeField } from "./code-field.ts";
import { describeError } from "./error-text.ts";
import { enhanceResend } from "./resend.ts";

const t = getTexts("accounts");

/** The form to verify an email address with a one-time code. The address is read-only. */
export function startVerify(
  view: HTMLElement,
  forms: AccountForms,
  { email, resendAfter }: Given["verify"],
): void {
  setIntro(view, verifyIntro(email));
  fillField(view, "email", email);
  const form = enhanceForm(findForm(view), {
    schema: verifyInput,
    async submit({ code }) {
      form.showOutcome({});
      try {
        forms.place.proceed(await verifyEmail(email, code));
        return true;
      } catch (error) {
        form.showOutcome({ problem: describeError(error, accountMessages.notVerified) });
        form.select("code");
        return false;
      }
    },
  });
  enhanceCodeField(form.element);
  const resend = view.querySelector<HTMLButtonElement>("[data-resend]");
  if (resend) resend.disabled = email === "";
  enhanceResend(form, {
    send: () => resendCode(email),
    resendAfter,
    sent: t("verify.resent"),
    failed: t("verify.resendFailed"),
  });
}
