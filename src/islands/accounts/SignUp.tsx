import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/Field.tsx";
import { Form } from "#islands/ui/Form.tsx";
import { PasswordField } from "#islands/ui/PasswordField.tsx";
import { useGuardedAccount } from "#islands/ui/use-account.ts";
import { useSchemaForm } from "#islands/ui/use-schema-form.ts";
import { type SignUpInput, signUpInput } from "#lib/accounts.ts";
import { signUp } from "#lib/client/accounts.calls.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { goWithState } from "#lib/client/navigation.ts";
import { AccountCard } from "./AccountCard.tsx";

const unexplained = "Sign up failed: Please check your inputs or try again.";

interface SignUpProps {
  logInPath: string;
  verifyPath: string;
}

export default function SignUp({ logInPath, verifyPath }: SignUpProps) {
  useGuardedAccount();
  const { form, problem, setProblem, showRefusal } = useSchemaForm<SignUpInput, SignUpInput>({
    schema: signUpInput,
    defaultValues: { name: "", email: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ name, email, password }) => {
    setProblem(undefined);
    try {
      await signUp({ name, email, password });
      goWithState(verifyPath, { email });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showRefusal(error, unexplained);
      setProblem(error.message ? `Signup failed: ${error.message}` : unexplained);
    }
  });

  return (
    <AccountCard
      title="Create Account"
      intro="Learn from a teacher, or teach a circle of your own."
      footer={
        <>
          Already have an account?{" "}
          <a className="link link-secondary font-medium" href={logInPath}>
            Sign in
          </a>
        </>
      }
    >
      <Form onSubmit={submit} busy={isSubmitting} problem={problem}>
        <TextField
          label="Full Name"
          autoComplete="name"
          error={errors.name?.message}
          {...form.register("name")}
        />
        <TextField
          label="Email Address"
          type="email"
          autoComplete="username"
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
        <Button type="submit" busy={isSubmitting} busyLabel="Signing Up...">
          Sign Up
        </Button>
      </Form>
    </AccountCard>
  );
}
