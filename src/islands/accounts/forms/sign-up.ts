import { enhanceForm } from "#islands/ui/form/plain-form.ts";
import { signUp } from "#lib/accounts/accounts.calls.ts";
import { signUpInput } from "#lib/accounts/accounts.ts";
import { describeSignUpRefusal } from "#lib/accounts/refusals.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { type AccountForms, findForm } from "./account-forms.ts";

export function startSignUp(view: HTMLElement, forms: AccountForms): void {
  enhanceForm(findForm(view), {
    schema: signUpInput,
    async submit({ name, email, password }, form) {
      form.showOutcome({});
      try {
        forms.place.verify(email, await signUp({ name, email, password }));
        return !forms.place.opensForms;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { status, message, body } = error;
        form.showOutcome({ problem: describeSignUpRefusal({ status, message: body ?? message }) });
        form.showErrors(error.errors);
        return false;
      }
    },
  });
}
