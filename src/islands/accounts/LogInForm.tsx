import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/Field.tsx";
import { Form } from "#islands/ui/Form.tsx";
import { PasswordField } from "#islands/ui/PasswordField.tsx";
import { useSchemaForm } from "#islands/ui/use-schema-form.ts";
import { type LogInInput, logInInput } from "#lib/accounts.ts";
import { logIn, resendCode } from "#lib/client/accounts.calls.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { AccountCard } from "./AccountCard.tsx";
import { goOn } from "./go-on.ts";

const unverified = "Please verify your email to login.";
const refused = "Login failed. Please check your credentials and try again.";

interface LogInFormProps {
  /** Why the person was sent here, if for a reason. */
  notice?: string | undefined;
  signUpPath: string;
  onForgot: () => void;
  /** The password was right, but the address isn't verified yet; a code is on its way. */
  onUnverified: (email: string) => void;
}

export function LogInForm({ notice, signUpPath, onForgot, onUnverified }: LogInFormProps) {
  const { form, problem, setProblem } = useSchemaForm<LogInInput, LogInInput>({
    schema: logInInput,
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email, password }) => {
    setProblem(undefined);
    try {
      goOn(await logIn(email, password));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.message !== unverified) {
        setProblem(error.status === 401 ? refused : error.message);
        return;
      }
      try {
        await resendCode(email);
        onUnverified(email);
      } catch (resendError) {
        // A code was sent less than a minute ago: it is still good.
        if (resendError instanceof ApiError && resendError.status === 429) onUnverified(email);
        else setProblem("Failed to send verification code. Please try again.");
      }
    }
  });

  return (
    <AccountCard
      title="Welcome Back"
      intro={notice ?? "Sign in to go on with your lessons."}
      footer={
        <>
          Don't have an account?{" "}
          <a className="link link-secondary font-medium" href={signUpPath}>
            Sign up
          </a>
        </>
      }
    >
      <Form onSubmit={submit} busy={isSubmitting} problem={problem}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <button
          type="button"
          className="link link-secondary justify-self-start text-sm"
          onClick={onForgot}
        >
          Forgot password?
        </button>
        <Button type="submit" busy={isSubmitting} busyLabel="Signing In...">
          Sign In
        </Button>
      </Form>
    </AccountCard>
  );
}
