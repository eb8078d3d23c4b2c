import { useEffect, useRef } from "react";
import { useSchemaForm } from "#islands/ui/use-schema-form.ts";
import type { SessionUser } from "#lib/client/access-token.ts";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { rememberedInTab } from "#lib/client/browser-storage.ts";
import { uploadImage } from "#lib/client/media.calls.ts";
import { goTo } from "#lib/client/navigation.ts";
import { registerProfile } from "#lib/client/people.calls.ts";
import { viewerZone } from "#lib/instants.ts";
import type { Role } from "#lib/people.options.ts";
import {
  emptyRegistration,
  type RegistrationForm,
  type RegistrationValues,
  studentForm,
  teacherForm,
  toRegistration,
} from "./registration.ts";

/** How long a message stays before the page is left, in milliseconds. */
const readingTime = 2_000;

/**
 * The registration of either role: the image goes first; if that fails the profile is still
 * saved, without it. On success the person goes to the dashboard.
 */
export function useRegistration(role: Role, user: SessionUser) {
  const image = useRef<File>(undefined);
  const { form, problem, setProblem, showRefusal } = useSchemaForm<
    RegistrationForm,
    RegistrationValues
  >({
    schema: role === "student" ? studentForm : teacherForm,
    defaultValues: { ...emptyRegistration, name: user.name, email: user.email },
    prepare: (values) => toRegistration(role, values),
  });

  useEffect(() => {
    form.setValue("timeZone", viewerZone());
  }, [form]);

  const submit = form.handleSubmit(async ({ email: _email, ...profile }) => {
    setProblem(undefined);
    let leaveAfter = 0;
    const input = { ...profile };
    if (image.current) {
      try {
        input.profileImageUrl = await uploadImage(image.current);
      } catch (error) {
        const reason = messageOf(error, "unknown");
        setProblem(
          `Failed to upload profile image: ${reason}. Other profile info will still be updated.`,
        );
        leaveAfter = readingTime;
      }
    }
    try {
      await registerProfile(user.id, input);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showRefusal(error, "Failed to register. Please try again.");
      return;
    }
    rememberedInTab.remove("selectedRole");
    setTimeout(() => goTo("/dashboard"), leaveAfter);
  });

  const chooseImage = (file: File | undefined) => {
    image.current = file;
  };
  return { form, problem, submit, chooseImage };
}

export type Registration = ReturnType<typeof useRegistration>;
