import { useEffect, useMemo, useRef, useState } from "react";
import { listProfileFields } from "#islands/people/shared/profile-fields.ts";
import { deferSchema } from "#islands/ui/form/deferred-schema.ts";
import type { ImageChange } from "#islands/ui/form/ImageField.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { rememberedInTab } from "#lib/client/browser-storage.ts";
import { forgetRegistration } from "#lib/client/drafts.ts";
import { goTo } from "#lib/client/navigation.ts";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import { uploadImage } from "#lib/media/media.calls.ts";
import { guessCountry } from "#lib/people/guess-country.ts";
import { registerProfile } from "#lib/people/people.calls.ts";
import type { Role } from "#lib/people/people.options.ts";
import { loadProfile } from "#lib/people/profile.store.ts";
import { currentZoneName } from "#lib/time/time-zones.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/profiles.ts";
import { keepIntent, readIntent } from "./intent.ts";
import { emptyRegistration, type RegistrationValues, toRegistration } from "./registration.ts";
import type { RegistrationForm } from "./registration-schemas.ts";

const t = getTexts("profiles");

const schemas = {
  student: deferSchema(
    async () => (await withTexts(import("./registration-schemas.ts"))).studentForm,
  ),
  teacher: deferSchema(
    async () => (await withTexts(import("./registration-schemas.ts"))).teacherForm,
  ),
};

/** How long a message is shown before leaving the page, in milliseconds. */
const readingTime = 2_000;

/** Initial values that are already known. Read only in the browser. */
function initialValues({ name, email }: SessionUser): RegistrationValues {
  const zone = viewerZone();
  return {
    ...emptyRegistration,
    name,
    email,
    country: guessCountry(zone, navigator.languages) ?? "",
    timeZone: currentZoneName(zone),
  };
}

/**
 * Registration for either role. The image is uploaded first. If that fails, the profile is still
 * saved without it. On success, the user gets to the page that they came for, or to the dashboard.
 */
export function useRegistration(role: Role, user: SessionUser) {
  const image = useRef<{ file: File; url?: string }>(undefined);
  const [leaving, setLeaving] = useState(false);
  const [defaultValues] = useState(() => initialValues(user));
  const [intent] = useState(() => ({ ...readIntent(user.id), role }));
  useEffect(() => keepIntent(user.id, intent), [user.id, intent]);
  const groups = useMemo(() => listProfileFields(role, defaultValues), [role, defaultValues]);
  const { form, problem, setProblem, showError, draft } = useSchemaForm<
    RegistrationForm,
    RegistrationValues
  >({
    schema: schemas[role],
    defaultValues,
    prepare: (values) => toRegistration(role, groups, values),
    draft: { name: "registration", always: true },
  });

  /** @returns the error message to show. */
  const sendImage = async (): Promise<string | undefined> => {
    const chosen = image.current;
    if (!chosen || chosen.url) return undefined;
    try {
      chosen.url = await uploadImage(chosen.file);
    } catch (error) {
      const reason = messageOf(error);
      return t("imageFailed", { reason });
    }
    return undefined;
  };

  const submit = form.handleSubmit(async ({ email: _email, ...profile }) => {
    setProblem(undefined);
    const imageProblem = await sendImage();
    setProblem(imageProblem);
    const url = image.current?.url;
    try {
      await registerProfile(url ? { ...profile, profileImageUrl: url } : profile);
    } catch (error) {
      showError(error);
      return;
    }
    rememberedInTab.remove("selectedRole");
    draft.forget();
    forgetRegistration();
    setLeaving(true);
    if (imageProblem) await new Promise((resolve) => setTimeout(resolve, readingTime));
    await loadProfile(user.id);
    goTo(intent.destination ?? "/dashboard");
  });

  const chooseImage = ({ file }: ImageChange) => {
    image.current = file && { file };
  };
  const busy = form.formState.isSubmitting || leaving;
  return { form, groups, busy, problem, submit, chooseImage, draft, intent };
}
