import { useState } from "react";
import { TextField } from "#islands/ui/form/Field.tsx";
import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { deleteAccount } from "#lib/account-settings/account-settings.calls.ts";
import {
  type DeleteAccountForm,
  deleteAccountForm,
  deletionWord,
} from "#lib/account-settings/account-settings.ts";
import type { Role } from "#lib/people/people.options.ts";
import { ModalForm } from "../ModalForm.tsx";

const consequences: Record<Role, string[]> = {
  student: [
    "Your profile, pictures and sessions will be deleted right away.",
    "You'll lose access to your courses. Payments aren't refunded automatically. Ask your teacher for a refund first.",
    "Your quizzes and certificates will be deleted.",
    "We'll keep your reviews, comments and payment records without your name.",
  ],
  teacher: [
    "Your profile, pictures, time slots and sessions will be deleted right away.",
    "Courses without students will be deleted. Past courses will be archived without your name.",
    "You can't delete your account while students are enrolled in a current or upcoming course. Refund them or finish the course first.",
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
  const { form, problem, setProblem, showError } = useSchemaForm<
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
      showError(error);
    }
  });

  return (
    <ModalForm
      onSubmit={submit}
      onClose={onClose}
      busy={isSubmitting || done}
      problem={problem}
      success={done ? "Your account was deleted." : undefined}
      action="Delete account"
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
        label="Current password"
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
