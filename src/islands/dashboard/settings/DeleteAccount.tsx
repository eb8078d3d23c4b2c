import { useState } from "react";
import { TextField } from "#islands/ui/Field.tsx";
import { PasswordField } from "#islands/ui/PasswordField.tsx";
import { useSchemaForm } from "#islands/ui/use-schema-form.ts";
import { deleteAccount } from "#lib/account-settings/account-settings.calls.ts";
import {
  type DeleteAccountForm,
  deleteAccountForm,
  deletionWord,
} from "#lib/account-settings/account-settings.ts";
import type { Role } from "#lib/people/people.options.ts";
import { ModalForm } from "./ModalForm.tsx";

const consequences: Record<Role, string[]> = {
  student: [
    "Your profile, pictures and sessions are removed at once.",
    "You lose the courses that you are enrolled in. What you paid is not given back by itself: ask your teacher for a refund first.",
    "Your quizzes and certificates are removed.",
    "Your reviews and comments stay without your name, and payments stay in our books without it.",
  ],
  teacher: [
    "Your profile, pictures, time slots and sessions are removed at once.",
    "Courses without students are deleted; those that are over are archived without your name.",
    "While students are enrolled in a course that isn't over, you can't leave: refund them, or finish the course.",
  ],
};

interface DeleteAccountProps {
  role: Role;
  email: string;
  onDone: () => void;
  onClose: () => void;
}

/** Deletes the account after the password and a confirmation word have been entered. */
export function DeleteAccount({ role, email, onDone, onClose }: DeleteAccountProps) {
  const [done, setDone] = useState(false);
  const { form, problem, setProblem, showRefusal } = useSchemaForm<
    DeleteAccountForm,
    DeleteAccountForm
  >({
    schema: deleteAccountForm,
    defaultValues: { currentPassword: "", confirmation: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ currentPassword }) => {
    setProblem(undefined);
    try {
      await deleteAccount(currentPassword);
      setDone(true);
      onDone();
    } catch (error) {
      showRefusal(error, "Failed to delete account. Please try again.");
    }
  });

  return (
    <ModalForm
      onSubmit={submit}
      onClose={onClose}
      busy={isSubmitting || done}
      problem={problem}
      success={done ? "Your account was deleted." : undefined}
      action="Delete Account"
      busyAction="Deleting..."
      isDangerous
      username={email}
    >
      <ul className="list-disc space-y-1 ps-5 text-sm">
        {consequences[role].map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>This can't be undone.</li>
      </ul>
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <TextField
        label={`Type ${deletionWord} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.confirmation?.message}
        {...form.register("confirmation")}
      />
    </ModalForm>
  );
}
