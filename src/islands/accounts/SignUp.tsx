import { useEffect, useState } from "react";
import { useGuardedAccount } from "#islands/accounts/shared/use-account.ts";
import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { signUp } from "#lib/accounts/accounts.calls.ts";
import { type SignUpInput, signUpInput } from "#lib/accounts/accounts.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { rememberedInTab } from "#lib/client/browser-storage.ts";
import { followHistory, goWithState } from "#lib/client/navigation.ts";
import type { Role } from "#lib/people/people.options.ts";
import { AccountCard } from "./form/AccountCard.tsx";
import { useAccountFormContext } from "./form/account-form-context.ts";
import { useRememberedValues } from "./form/dialog-memory.ts";
import { FormLink } from "./form/FormLink.tsx";

/** The server's message, or a fallback that says what to do. */
function explainRefusal(error: ApiError): string {
  if (error.status > 0) return `Signup failed: ${error.body ?? error.message}`;
  return `Sign up failed: ${error.message || "Please check your inputs or try again."}`;
}

interface SignUpProps {
  logInPath: string;
  verifyPath: string;
  /** The role to preselect after sign-up. */
  proposedRole?: Role | undefined;
}

export default function SignUp({ logInPath, verifyPath, proposedRole }: SignUpProps) {
  const account = useGuardedAccount();
  const { open } = useAccountFormContext();
  const [leaving, setLeaving] = useState(false);
  const { form, problem, setProblem, showError } = useSchemaForm<SignUpInput, SignUpInput>({
    schema: signUpInput,
    defaultValues: { name: "", email: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  useRememberedValues("sign-up", form);
  const isGuest = account.status === "guest";

  useEffect(followHistory, []);
  useEffect(() => {
    if (isGuest && proposedRole) rememberedInTab.set("selectedRole", proposedRole);
  }, [isGuest, proposedRole]);

  const submit = form.handleSubmit(async ({ name, email, password }) => {
    setProblem(undefined);
    try {
      const resendAfter = await signUp({ name, email, password });
      if (open) return open({ name: "verify", email, resendAfter });
      setLeaving(true);
      goWithState(verifyPath, { email, resendAt: String(Date.now() + resendAfter * 1000) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showError(error);
      setProblem(explainRefusal(error));
    }
  });

  return (
    <AccountCard
      title="Create Account"
      intro={
        proposedRole === "teacher"
          ? "Teach your own circle online."
          : "Learn with a teacher, or teach your own circle."
      }
      footer={
        <>
          Already have an account?{" "}
          <FormLink form={{ name: "log-in" }} href={logInPath}>
            Sign in
          </FormLink>
        </>
      }
    >
      <Form onSubmit={submit} busy={isSubmitting || leaving} problem={problem}>
        <TextField
          label="Full Name"
          dir="auto"
          autoComplete="name"
          error={errors.name?.message}
          {...form.register("name")}
        />
        <TextField
          label="Email Address"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...form.register("email")}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 6 characters"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <Button type="submit" busy={isSubmitting || leaving} busyLabel="Signing up...">
          Sign Up
        </Button>
      </Form>
    </AccountCard>
  );
}
