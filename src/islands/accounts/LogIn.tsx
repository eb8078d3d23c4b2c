import { useGuardedAccount } from "#islands/accounts/shared/use-account.ts";
import type { ResetGrant } from "#lib/accounts/accounts.calls.ts";
import { ForgotPasswordForm } from "./ForgotPasswordForm.tsx";
import { logInViewKey, useRememberedState } from "./form/dialog-memory.ts";
import { LogInForm } from "./LogInForm.tsx";
import { NewPasswordForm } from "./NewPasswordForm.tsx";
import { ResetCodeForm } from "./ResetCodeForm.tsx";
import { useFocusMove } from "./use-focus-move.ts";
import { VerifyForm } from "./VerifyForm.tsx";

/** All views share the email address that was entered first. */
type View = { email: string } & (
  | { name: "log-in" }
  | { name: "verify"; resendAfter: number }
  | { name: "forgot" }
  | { name: "reset-code"; resendAfter: number }
  | { name: "new-password"; grant: ResetGrant }
);

interface LogInProps {
  /** Why the person has to log in, if there is a reason. */
  notice?: string | undefined;
  signUpPath: string;
}

/**
 * The log-in page with all of its views: log in, verify, forgot password, reset code, new password.
 */
export default function LogIn(props: LogInProps) {
  useGuardedAccount();
  const [view, show] = useRememberedState<View>(logInViewKey, { name: "log-in", email: "" });
  const element = useFocusMove<HTMLDivElement>(view.name);
  return (
    <div ref={element}>
      <LogInView {...props} view={view} show={show} />
    </div>
  );
}

function LogInView({
  view,
  show,
  ...props
}: LogInProps & { view: View; show: (view: View) => void }) {
  const { email } = view;
  const toLogIn = () => show({ name: "log-in", email });
  switch (view.name) {
    case "log-in":
      return (
        <LogInForm
          {...props}
          email={email}
          onForgot={(typed) => show({ name: "forgot", email: typed })}
          onUnverified={(typed, resendAfter) => show({ name: "verify", email: typed, resendAfter })}
        />
      );
    case "verify":
      return <VerifyForm email={email} resendAfter={view.resendAfter} />;
    case "forgot":
      return (
        <ForgotPasswordForm
          email={email}
          onSent={(typed, resendAfter) => show({ name: "reset-code", email: typed, resendAfter })}
          onBack={toLogIn}
        />
      );
    case "reset-code":
      return (
        <ResetCodeForm
          email={email}
          resendAfter={view.resendAfter}
          onVerified={(grant) => show({ name: "new-password", email, grant })}
          onBack={toLogIn}
        />
      );
    case "new-password":
      return <NewPasswordForm email={email} grant={view.grant} onDone={toLogIn} />;
  }
}
