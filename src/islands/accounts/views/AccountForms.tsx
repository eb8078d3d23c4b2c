import type { ReactNode } from "react";
import { Backdrop } from "#islands/ui/Backdrop.tsx";
import { CloseButton } from "#islands/ui/CloseButton.tsx";
import type { FormName } from "../forms/account-forms.ts";
import { LogInView } from "./LogInView.tsx";
import { type AccountFormsContext, nothingPosted, type Posted } from "./posted.ts";
import { ForgotView, NewPasswordView, ResetCodeView } from "./ResetPasswordViews.tsx";
import { SignUpView } from "./SignUpView.tsx";
import { VerifyView } from "./VerifyView.tsx";

interface AccountFormsProps extends AccountFormsContext {
  shown: "log-in" | "sign-up" | "verify";
  /** The shown form after it was posted without scripts. */
  posted?: Posted | undefined;
}

/**
 * All account forms as HTML: the one that the page shows, and the others as templates, which
 * `AccountForms` in `forms/account-forms.ts` opens. The dialog of `dialog/open.ts` is a template
 * too. React only renders them, on the server.
 */
export function AccountForms({ shown, posted = nothingPosted, ...context }: AccountFormsProps) {
  const postedTo = (name: FormName) => (name === shown ? posted : nothingPosted);
  const views: readonly (readonly [FormName, ReactNode])[] = [
    ["log-in", <LogInView key="log-in" {...context} posted={postedTo("log-in")} />],
    ["sign-up", <SignUpView key="sign-up" {...context} posted={postedTo("sign-up")} />],
    ["verify", <VerifyView key="verify" {...context} posted={postedTo("verify")} />],
    ["forgot", <ForgotView key="forgot" />],
    ["reset-code", <ResetCodeView key="reset-code" />],
    ["new-password", <NewPasswordView key="new-password" />],
  ];
  return (
    <>
      <div data-account-forms={shown}>
        {views.map(([name, view]) =>
          name === shown ? (
            view
          ) : (
            <template key={name} data-view={name}>
              {view}
            </template>
          ),
        )}
      </div>
      <template data-account-dialog>
        <dialog className="modal">
          <div className="modal-box max-w-md p-6 sm:p-8">
            <div data-forms />
            <CloseButton />
          </div>
          <Backdrop />
        </dialog>
      </template>
    </>
  );
}
