import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { logIn, resendCode } from "#lib/accounts/accounts.calls.ts";
import { accountMessages, type LogInInput, logInInput } from "#lib/accounts/accounts.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { AccountCard } from "./form/AccountCard.tsx";
import { useAccountFormContext } from "./form/account-form-context.ts";
import { useRememberedValues } from "./form/dialog-memory.ts";
import { describeError, readRetryAfter } from "./form/error-text.ts";
import { FormLink } from "./form/FormLink.tsx";

const unverified = "Please verify your email to login.";
const notSent = "Failed to send verification code. Please try again.";

interface LogInFormProps {
  notice?: string | undefined;
  signUpPath: string;
  email: string;
  onForgot: (email: string) => void;
  /** Called if the password is right but the address isn't verified. A code has been sent. */
  onUnverified: (email: string, resendAfter: number) => void;
}

export function LogInForm({ notice, signUpPath, email, onForgot, onUnverified }: LogInFormProps) {
  const { proceed } = useAccountFormContext();
  const [leaving, setLeaving] = useState(false);
  const { form, problem, setProblem } = useSchemaForm<LogInInput, LogInInput>({
    schema: logInInput,
    defaultValues: { email, password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  useRememberedValues(`log-in ${email}`, form);

  const verify = async (address: string) => {
    try {
      onUnverified(address, await resendCode(address));
    } catch (error) {
      // It is too early for another code. Either the last one is still valid, or a new one can be
      // requested soon.
      const wait = readRetryAfter(error);
      if (wait === undefined) setProblem(describeError(error, notSent));
      else onUnverified(address, wait);
    }
  };

  const submit = form.handleSubmit(async (input) => {
    setProblem(undefined);
    try {
      const profile = await logIn(input.email, input.password);
      setLeaving(true);
      proceed(profile);
    } catch (error) {
      if (error instanceof ApiError && error.message === unverified) await verify(input.email);
      else setProblem(describeError(error, accountMessages.notLoggedIn));
    }
  });

  return (
    <AccountCard
      title="Welcome Back"
      intro="Log in to continue your lessons."
      footer={
        <>
          Don't have an account?{" "}
          <FormLink form={{ name: "sign-up" }} href={signUpPath}>
            Sign up
          </FormLink>
        </>
      }
    >
      <Form onSubmit={submit} busy={isSubmitting || leaving} problem={problem}>
        {notice && !problem && <Alert kind="info">{notice}</Alert>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
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
          className="link link-secondary justify-self-start py-1 text-sm"
          onClick={() => onForgot(form.getValues("email"))}
        >
          Forgot password?
        </button>
        <Button type="submit" busy={isSubmitting || leaving} busyLabel="Signing in...">
          Sign In
        </Button>
      </Form>
    </AccountCard>
  );
}
