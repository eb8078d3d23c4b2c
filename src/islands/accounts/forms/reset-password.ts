/** The three steps of resetting a password. Each one links back to the log-in form. */
import { enhanceForm, type PlainForm } from "#islands/ui/form/plain-form.ts";
import { successMessageMs } from "#islands/ui/form/success-message.ts";
import {
  requestPasswordReset,
  resetPassword,
  verifyResetCode,
} from "#lib/accounts/accounts.calls.ts";
import { forgotPasswordInput, newPasswordForm, resetCodeForm } from "#lib/accounts/accounts.ts";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { getTexts } from "#translations/accounts.ts";
import { resetCodeIntro } from "../intros.ts";
import { type AccountForms, fillField, findForm, type Given, setIntro } from "./account-forms.ts";
import { enhanceCodeField } from "./code-field.ts";
import { describeError, readRetryAfter } from "./error-text.ts";
import { enhanceResend } from "./resend.ts";

const t = getTexts("accounts");

/** In seconds. A shorter wait means that a valid code was sent a moment ago. */
const cooldown = 60;

const linkBack = (view: HTMLElement, forms: AccountForms, email: string) =>
  view.querySelector("[data-back]")?.addEventListener("click", () => forms.returnToLogIn(email));

export function startForgot(
  view: HTMLElement,
  forms: AccountForms,
  { email: typed }: Given["forgot"],
): void {
  fillField(view, "email", typed);
  linkBack(view, forms, typed);
  enhanceForm(findForm(view), {
    schema: forgotPasswordInput,
    async submit({ email }, form) {
      form.showOutcome({});
      try {
        forms.open("reset-code", { email, resendAfter: await requestPasswordReset(email) });
      } catch (error) {
        const wait = readRetryAfter(error);
        if (wait && wait <= cooldown) forms.open("reset-code", { email, resendAfter: wait });
        else form.showOutcome({ problem: describeError(error, t("reset.notSent")) });
      }
      return false;
    },
  });
}

export function startResetCode(
  view: HTMLElement,
  forms: AccountForms,
  { email, resendAfter }: Given["reset-code"],
): void {
  setIntro(view, resetCodeIntro(email));
  linkBack(view, forms, email);
  const form: PlainForm = enhanceForm(findForm(view), {
    schema: resetCodeForm,
    async submit({ code }) {
      form.showOutcome({ success: t("reset.sent") });
      try {
        forms.open("new-password", { email, grant: await verifyResetCode(email, code) });
      } catch (error) {
        const incomplete = t("reset.incomplete");
        const isIncomplete = error instanceof ApiError && error.message === incomplete;
        const problem = isIncomplete ? incomplete : describeError(error, t("reset.wrongCode"));
        form.showOutcome({ problem });
        form.select("code");
      }
      return false;
    },
  });
  form.showOutcome({ success: t("reset.sent") });
  enhanceCodeField(form.element);
  enhanceResend(form, {
    send: () => requestPasswordReset(email),
    resendAfter,
    sent: t("reset.sent"),
    failed: t("reset.resendFailed"),
  });
}

export function startNewPassword(
  view: HTMLElement,
  forms: AccountForms,
  { email, grant }: Given["new-password"],
): void {
  // Password managers store the email address with the password.
  fillField(view, "email", email);
  linkBack(view, forms, email);
  enhanceForm(findForm(view), {
    schema: newPasswordForm,
    async submit({ password }, form) {
      form.showOutcome({});
      try {
        await resetPassword(grant, password);
      } catch (error) {
        if (error instanceof ApiError) form.showErrors(error.errors);
        form.showOutcome({ problem: messageOf(error) });
        return false;
      }
      form.showOutcome({ success: t("reset.done") });
      setTimeout(() => {
        if (forms.isShown(view)) forms.returnToLogIn(email);
      }, successMessageMs);
      return "done";
    },
  });
}
