import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { ProfileFieldGroups } from "#islands/people/shared/ProfileFieldGroups.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { ImageField } from "#islands/ui/form/ImageField.tsx";
import { RestoredNote } from "#islands/ui/form/RestoredNote.tsx";
import { useCloseAfterSuccess } from "#islands/ui/form/use-close-after-success.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { ModalForm } from "../ModalForm.tsx";
import { useProfileForm } from "./use-profile-form.ts";

interface EditProfileProps {
  profile: Profile;
  email: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

const updated = "Profile updated successfully!";

export function EditProfile({ profile, email, onDone, onClose }: EditProfileProps) {
  const [done, setDone] = useState(false);
  const { form, groups, image, setImage, problem, submit, draft } = useProfileForm(profile, () => {
    setDone(true);
    onDone(updated);
  });
  useCloseAfterSuccess(done, onClose);
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
        success={done ? updated : undefined}
        action="Save changes"
        busyAction="Saving..."
        disabled={image.problem !== undefined}
      >
        {draft.isRestored && <RestoredNote onDiscard={draft.discard} />}
        <ImageField
          label="Profile image"
          hint="JPEG, PNG, GIF or WebP up to 5MB"
          current={profile.profileImageUrl}
          onChange={setImage}
        />
        <ProfileFieldGroups
          groups={groups}
          form={{ register: form.register, errors: form.formState.errors }}
          heading="h3"
          afterName={
            <TextField
              label="Email"
              type="email"
              autoComplete="email"
              value={email}
              readOnly
              hint="Can't be changed"
            />
          }
        />
      </ModalForm>
    </FormProvider>
  );
}
