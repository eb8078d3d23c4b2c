import { findRole } from "#lib/people/people.options.ts";
import type { AccountForm } from "./account-form-context.ts";
import LogIn from "./LogIn.tsx";
import SignUp from "./SignUp.tsx";
import { VerifyForm } from "./VerifyForm.tsx";

interface AccountFormViewProps {
  form: AccountForm;
  /** Goes along when a form is opened on its page after all, in a new tab for instance. */
  query: string;
  notice: string | undefined;
}

export function AccountFormView({ form, query, notice }: AccountFormViewProps) {
  switch (form.name) {
    case "log-in":
      return <LogIn notice={notice} signUpPath={`/signup${query}`} />;
    case "sign-up":
      return (
        <SignUp
          logInPath={`/login${query}`}
          verifyPath={`/verify-otp${query}`}
          proposedRole={findRole(new URLSearchParams(query).get("role"))}
        />
      );
    case "verify":
      return <VerifyForm email={form.email} resendAfter={form.resendAfter} />;
  }
}
