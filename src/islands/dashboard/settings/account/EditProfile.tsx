import { useEffect, useState } from "react";
import { FormProvider } from "react-hook-form";
import { ProfileFieldGroups } from "#islands/people/shared/ProfileFieldGroups.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { ImageField } from "#islands/ui/form/ImageField.tsx";
import { RestoredNote } from "#islands/ui/form/RestoredNote.tsx";
import { useCloseAfterSuccess } from "#islands/ui/form/use-close-after-success.ts";
import { describeUpload } from "#lib/media/media.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/account-settings.ts";
import { ModalForm } from "../ModalForm.tsx";
import { asksForGuardian } from "../settings-path.ts";
import { useProfileForm } from "./use-profile-form.ts";

const t = getTexts("accountSettings");

interface EditProfileProps {
  profile: Profile;
  email: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** The field that the person came for. Students without an age need a guardian only as children. */
function findMissingField({ age, parentGuardianName }: Profile) {
  if (age === null || age === undefined) return "age";
  return parentGuardianName ? "parentGuardianContact" : "parentGuardianName";
}

export function EditProfile({ profile, email, onDone, onClose }: EditProfileProps) {
  const [done, setDone] = useState(false);
  const { form, groups, image, setImage, problem, submit, draft } = useProfileForm(profile, () => {
    setDone(true);
    onDone(t("profile.saved"));
  });
  useCloseAfterSuccess(done, onClose);
  const { setFocus } = form;
  const missing = asksForGuardian(location.search) ? findMissingField(profile) : undefined;
  useEffect(() => {
    // Opening the dialog focuses its first field in an effect that runs after this one.
    if (missing) queueMicrotask(() => setFocus(missing));
  }, [missing, setFocus]);
  return (
    <FormProvider {...form}>
      <ModalForm
        onSubmit={submit}
        onClose={() => {
          draft.forget();
          onClose();
        }}
        busy={form.formState.isSubmitting || done}
        problem={problem}
        success={done ? t("profile.saved") : undefined}
        action={t("profile.save")}
        busyAction={t("profile.saving")}
        disabled={image.problem !== undefined}
      >
        {profile.verified && <Alert kind="warning">{t("verification.ends")}</Alert>}
        {draft.isRestored && <RestoredNote onDiscard={draft.discard} />}
        <ImageField
          label={t("profile.image")}
          hint={describeUpload()}
          current={profile.profileImageUrl}
          onChange={setImage}
        />
        <ProfileFieldGroups
          groups={groups}
          form={{ register: form.register, errors: form.formState.errors }}
          heading="h3"
          afterName={
            <TextField
              label={t("facts.email")}
              type="email"
              dir="ltr"
              autoComplete="email"
              value={email}
              readOnly
              hint={t("profile.unchangeable")}
            />
          }
        />
      </ModalForm>
    </FormProvider>
  );
}
