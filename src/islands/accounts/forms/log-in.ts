import { enhanceForm, type PlainForm } from "#islands/ui/form/plain-form.ts";
import { logIn, resendCode } from "#lib/accounts/accounts.calls.ts";
import { accountMessages, logInInput } from "#lib/accounts/accounts.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { type AccountForms, fillField, findForm, type Given, readField } from "./account-forms.ts";
import { describeError, readRetryAfter } from "./error-text.ts";

export function startLogIn(
  view: HTMLElement,
  forms: AccountForms,
  { email: known }: Given["log-in"],
): void {
  if (known !== undefined) fillField(view, "email", known);
  enhanceForm(findForm(view), {
    schema: logInInput,
    async submit({ email, password }, form) {
      form.showOutcome({});
      try {
        const profile = await logIn(email, password);
        forms.place.proceed(profile);
        return true;
      } catch (error) {
        const isUnverified =
          error instanceof ApiError && error.message === accountMessages.unverified;
        if (isUnverified) await verify(forms, form, email);
        else form.showOutcome({ problem: describeError(error, accountMessages.notLoggedIn) });
        return false;
      }
    },
  });
  view.querySelector("[data-forgot]")?.addEventListener("click", () => {
    forms.open("forgot", { email: readField(view, "email") });
  });
}

/** The password is right but the address isn't verified. Sends a code and asks for it. */
async function verify(forms: AccountForms, form: PlainForm, email: string): Promise<void> {
  let resendAfter: number;
  try {
    resendAfter = await resendCode(email);
  } catch (error) {
    // It is too early for another code. Either the last one is still valid, or a new one can be
    // requested soon.
    const wait = readRetryAfter(error);
    if (wait === undefined) {
      form.showOutcome({ problem: describeError(error, accountMessages.codeNotSent) });
      return;
    }
    resendAfter = wait;
  }
  forms.open("verify", { email, resendAfter });
}
