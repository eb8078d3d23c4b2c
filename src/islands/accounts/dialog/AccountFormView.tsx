import { findRole } from "#lib/people/people.options.ts";
import type { AccountForm } from "../form/account-form-context.ts";
import LogIn from "../LogIn.tsx";
import SignUp from "../SignUp.tsx";
import { VerifyForm } from "../VerifyForm.tsx";

interface AccountFormViewProps {
  form: AccountForm;
  /** Query string for opening the form on its own page, for example in a new tab. */
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
