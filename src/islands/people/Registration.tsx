import { FormProvider } from "react-hook-form";
import { Guarded } from "#islands/accounts/shared/Guarded.tsx";
import { ProfileFieldGroups } from "#islands/people/shared/ProfileFieldGroups.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { NeedsScript } from "#islands/ui/feedback/NeedsScript.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { ImageField } from "#islands/ui/form/ImageField.tsx";
import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import type { Role } from "#lib/people/people.options.ts";
import { useRegistration } from "./use-registration.ts";

const checking = "Checking your profile...";

interface RegistrationProps {
  /** The role to register as. */
  chosen: Role;
}

function RegistrationForm({ chosen, user }: RegistrationProps & { user: SessionUser }) {
  const { form, groups, busy, problem, submit, chooseImage } = useRegistration(chosen, user);
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <FormProvider {...form}>
      <section className="panel p-5 shadow-card sm:p-8">
        <Form onSubmit={submit} busy={busy} problem={problem} className="gap-6">
          <ImageField
            label="Profile image"
            hint="JPEG, PNG, GIF or WebP up to 5MB"
            onChange={chooseImage}
          />
          <ProfileFieldGroups
            groups={groups}
            form={{ register, errors }}
            heading="h2"
            afterName={
              <>
                <TextField
                  label="Email"
                  type="email"
                  autoComplete="username"
                  readOnly={user.email !== ""}
                  error={errors.email?.message}
                  {...register("email")}
                />
                <PasswordField
                  label="Password"
                  autoComplete="current-password"
                  hint="Enter your password to confirm it's you"
                  error={errors.password?.message}
                  {...register("password")}
                />
              </>
            }
          />
          <div className="flex flex-wrap-reverse items-center justify-between gap-4 border-t border-base-300 pt-6">
            <a className="link link-secondary py-1 text-sm" href="/role-selection">
              Choose another role
            </a>
            <Button type="submit" className="max-sm:w-full" busy={busy} busyLabel="Saving...">
              Complete profile
            </Button>
          </div>
        </Form>
      </section>
    </FormProvider>
  );
}

/** The form to complete a profile. The guard redirects everyone who already has one. */
export default function Registration({ chosen }: RegistrationProps) {
  // The form starts with values that only the browser knows, such as a saved draft.
  const isHydrated = useHydrated();
  return (
    <Guarded checking={checking}>
      {({ user }) =>
        isHydrated ? (
          <RegistrationForm chosen={chosen} user={user} />
        ) : (
          <>
            <div className="not-scripted:hidden">
              <Loading label={checking} />
            </div>
            <NeedsScript title="This page needs JavaScript" />
          </>
        )
      }
    </Guarded>
  );
}
