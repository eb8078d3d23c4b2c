import { TextField } from "#islands/ui/form/Field.tsx";
import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { withReturnPath } from "#lib/site/routes.ts";
import { signUpIntro } from "../intros.ts";
import { AccountCard } from "./AccountCard.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { EmailField, FormLink, SubmitButton } from "./parts.tsx";
import { type AccountFormsContext, findFirstError, type Posted } from "./posted.ts";

export function SignUpView({
  returnTo,
  proposedRole,
  posted,
}: AccountFormsContext & { posted: Posted }) {
  const { values, errors, problem } = posted;
  const focused = findFirstError(posted, ["name", "email", "password"]) ?? (problem && "password");
  return (
    <AccountCard
      name="sign-up"
      title="Create Account"
      intro={signUpIntro(proposedRole)}
      footer={
        <>
          Already have an account?{" "}
          <FormLink opens="log-in" href={withReturnPath("/login", returnTo)}>
            Sign in
          </FormLink>
        </>
      }
    >
      <AccountForm action={withReturnPath("/signup", returnTo)} problem={problem}>
        <TextField
          id="sign-up-name"
          label="Full Name"
          name="name"
          dir="auto"
          autoComplete="name"
          defaultValue={values.name}
          error={errors.name}
          autoFocus={focused === "name"}
        />
        <EmailField
          id="sign-up-email"
          label="Email Address"
          value={values.email}
          error={errors.email}
          autoFocus={focused === "email"}
        />
        <PasswordField
          id="sign-up-password"
          label="Password"
          name="password"
          autoComplete="new-password"
          hint="At least 6 characters"
          error={errors.password}
          autoFocus={focused === "password"}
        />
        <SubmitButton busyLabel="Signing up...">Sign Up</SubmitButton>
      </AccountForm>
    </AccountCard>
  );
}
