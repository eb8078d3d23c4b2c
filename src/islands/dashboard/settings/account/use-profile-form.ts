import { useMemo, useState } from "react";
import { guardianChecks } from "#islands/people/shared/guardian-checks.ts";
import { listProfileFields, toUpdate } from "#islands/people/shared/profile-fields.ts";
import { type ProfileValues, toValues } from "#islands/people/shared/profile-values.ts";
import type { ImageChange } from "#islands/ui/form/ImageField.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { uploadImage } from "#lib/media/media.calls.ts";
import { updateProfile } from "#lib/people/people.calls.ts";
import { isChild } from "#lib/people/people.options.ts";
import {
  type StudentProfileUpdate,
  studentProfileUpdate,
  type TeacherProfileUpdate,
  teacherProfileUpdate,
} from "#lib/people/people.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/account-settings.ts";
import { asksForGuardian } from "../settings-path.ts";

const t = getTexts("accountSettings");

const guardedStudent = studentProfileUpdate.check(...guardianChecks);

const lacksGuardian = ({ age, parentGuardianName, parentGuardianContact }: Profile) =>
  isChild(age) && !(parentGuardianName && parentGuardianContact);

/**
 * The form to edit the user's own profile. A new image is uploaded first. If that fails, the rest
 * is still saved, with a warning.
 */
export function useProfileForm(profile: Profile, onDone: () => void) {
  const { role } = profile;
  // The form keeps its initial values, because saving changes the profile.
  const [initial] = useState(() => toValues(profile));
  // Children who registered without a guardian can still change the rest of their profile.
  const [studentSchema] = useState(() =>
    lacksGuardian(profile) && !asksForGuardian(location.search)
      ? studentProfileUpdate
      : guardedStudent,
  );
  const groups = useMemo(() => listProfileFields(role, initial), [role, initial]);
  const [image, setImage] = useState<ImageChange>({});
  const { form, problem, setProblem, showError, draft } = useSchemaForm<
    StudentProfileUpdate | TeacherProfileUpdate,
    ProfileValues
  >({
    schema: role === "teacher" ? teacherProfileUpdate : studentSchema,
    defaultValues: initial,
    prepare: (values) => toUpdate(groups, values),
    draft: { name: "profile", whenClosed: true },
  });

  const submit = form.handleSubmit(async (update) => {
    if (image.problem) return;
    setProblem(undefined);
    const changes = { ...update };
    if (image.isRemoved) changes.profileImageUrl = null;
    if (image.file) {
      try {
        changes.profileImageUrl = await uploadImage(image.file);
      } catch (error) {
        const reason = messageOf(error);
        setProblem(t("profile.imageFailed", { reason }));
      }
    }
    try {
      await updateProfile(role, changes);
      draft.forget();
      onDone();
    } catch (error) {
      showError(error);
    }
  });

  return { form, groups, image, setImage, problem, submit, draft };
}
