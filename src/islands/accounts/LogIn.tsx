import { useState } from "react";
import { useGuardedAccount } from "#islands/ui/use-account.ts";
import type { ResetGrant } from "#lib/client/accounts.calls.ts";
import { ForgotPasswordForm } from "./ForgotPasswordForm.tsx";
import { LogInForm } from "./LogInForm.tsx";
import { NewPasswordForm } from "./NewPasswordForm.tsx";
import { ResetCodeForm } from "./ResetCodeForm.tsx";
import { VerifyForm } from "./VerifyForm.tsx";

type View =
  | { name: "log-in" }
  | { name: "verify"; email: string }
  | { name: "forgot" }
  | { name: "reset-code"; email: string }
  | { name: "new-password"; grant: ResetGrant };

interface LogInProps {
  notice?: string | undefined;
  signUpPath: string;
}

/** Log-in with its views: log in, verify, forgot password, reset code, new password. */
export default function LogIn({ notice, signUpPath }: LogInProps) {
  useGuardedAccount();
  const [view, setView] = useState<View>({ name: "log-in" });
  const toLogIn = () => setView({ name: "log-in" });
  switch (view.name) {
    case "log-in":
      return (
        <LogInForm
          notice={notice}
          signUpPath={signUpPath}
          onForgot={() => setView({ name: "forgot" })}
          onUnverified={(email) => setView({ name: "verify", email })}
        />
      );
    case "verify":
      return <VerifyForm email={view.email} />;
    case "forgot":
      return (
        <ForgotPasswordForm
          onSent={(email) => setView({ name: "reset-code", email })}
          onBack={toLogIn}
        />
      );
    case "reset-code":
      return (
        <ResetCodeForm
          email={view.email}
          onVerified={(grant) => setView({ name: "new-password", grant })}
        />
      );
    case "new-password":
      return <NewPasswordForm grant={view.grant} onDone={toLogIn} />;
  }
}
