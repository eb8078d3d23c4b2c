import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { withReturnPath } from "#lib/site/routes.ts";
import { AccountCard } from "./AccountCard.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { EmailField, FormLink, SubmitButton } from "./parts.tsx";
import { type AccountFormsContext, findFirstError, type Posted } from "./posted.ts";

export function LogInView({
  notice = "",
  returnTo,
  posted,
}: AccountFormsContext & { posted: Posted }) {
  const { values, errors, problem } = posted;
  const focused = findFirstError(posted, ["email", "password"]) ?? (problem && "password");
  return (
    <AccountCard
      name="log-in"
      title="Welcome Back"
      intro="Log in to continue your lessons."
      footer={
        <>
          Don't have an account?{" "}
          <FormLink opens="sign-up" href={withReturnPath("/signup", returnTo)}>
            Sign up
          </FormLink>
        </>
      }
    >
      <AccountForm action={withReturnPath("/login", returnTo)} problem={problem} notice={notice}>
        <EmailField
          id="log-in-email"
          label="Email"
          value={values.email}
          error={errors.email}
          autoFocus={focused === "email"}
        />
        <PasswordField
          id="log-in-password"
          label="Password"
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
          Forgot password?
        </button>
        <noscript>
          <p className="muted text-sm">Resetting your password requires JavaScript.</p>
        </noscript>
        <SubmitButton busyLabel="Signing in...">Sign In</SubmitButton>
      </AccountForm>
    </AccountCard>
  );
}
