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
import { RestoredNote } from "#islands/ui/form/RestoredNote.tsx";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import { describeUpload } from "#lib/media/media.ts";
import type { Role } from "#lib/people/people.options.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts as getFactTexts } from "#translations/profile-facts.ts";
import { getTexts } from "#translations/profiles.ts";
import { getTexts as getUiTexts } from "#translations/ui.ts";
import { stepPath } from "./intent.ts";
import { ReturnNote } from "./ReturnNote.tsx";
import { useRegistration } from "./use-registration.ts";

const t = getTexts("profiles");
const ui = getUiTexts("ui");
const facts = getFactTexts("profileFacts");

interface RegistrationProps {
  /** The role to register as. */
  chosen: Role;
}

function RegistrationForm({ chosen, user }: RegistrationProps & { user: SessionUser }) {
  const { form, groups, busy, problem, submit, chooseImage, draft, intent } = useRegistration(
    chosen,
    user,
  );
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <FormProvider {...form}>
      <section className="panel p-5 shadow-card sm:p-8">
        <Form onSubmit={submit} busy={busy} problem={problem} className="gap-6">
          {draft.isRestored && <RestoredNote onDiscard={draft.discard} />}
          <ImageField label={t("image")} hint={describeUpload()} onChange={chooseImage} />
          <ProfileFieldGroups
            groups={groups}
            form={{ register, errors }}
            heading="h2"
            afterName={
              <>
                <TextField
                  label={facts("email")}
                  type="email"
                  dir="ltr"
                  autoComplete="username"
                  readOnly={user.email !== ""}
                  error={errors.email?.message}
                  {...register("email")}
                />
                <PasswordField
                  label={t("password")}
                  autoComplete="current-password"
                  hint={t("passwordHint")}
                  error={errors.password?.message}
                  {...register("password")}
                />
              </>
            }
          />
          <div className="flex flex-wrap-reverse items-center justify-between gap-4 border-t border-base-300 pt-6">
            <a
              className="link link-secondary py-1 text-sm"
              href={localizePath(stepPath("/role-selection", intent))}
            >
              {t("otherRole")}
            </a>
            <Button type="submit" className="max-sm:w-full" busy={busy} busyLabel={t("saving")}>
              {t("complete")}
            </Button>
          </div>
          {intent.destination && <ReturnNote />}
        </Form>
      </section>
    </FormProvider>
  );
}

/** The form to complete a profile. The guard redirects everyone who already has one. */
export default function Registration({ chosen }: RegistrationProps) {
  // The form starts with values that are stored only in the browser, such as a saved draft.
  const isHydrated = useHydrated();
  return (
    <Guarded checking={t("checking")}>
      {({ user }) =>
        isHydrated ? (
          <RegistrationForm chosen={chosen} user={user} />
        ) : (
          <>
            <div className="not-scripted:hidden">
              <Loading label={t("checking")} />
            </div>
            <NeedsScript title={ui("needsScript")} />
          </>
        )
      }
    </Guarded>
  );
}
