import { useState } from "react";
import { TextField } from "#islands/ui/form/Field.tsx";
import { PasswordField } from "#islands/ui/form/PasswordField.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { deleteAccount } from "#lib/account-settings/account-settings.calls.ts";
import {
  type DeleteAccountForm,
  deleteAccountForm,
  nameDeletionWord,
} from "#lib/account-settings/account-settings.ts";
import type { Role } from "#lib/people/people.options.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/account-settings.ts";
import { ModalForm } from "../ModalForm.tsx";

const t = getTexts("accountSettings");

const consequences: Record<Role, () => string[]> = {
  student: () => [
    t("deletion.student.profile"),
    t("deletion.student.courses"),
    t("deletion.student.results"),
    t("deletion.student.kept"),
  ],
  teacher: () => [
    t("deletion.teacher.profile"),
    t("deletion.teacher.courses"),
    t("deletion.teacher.students"),
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
      success={done ? t("deletion.done") : undefined}
      action={t("deletion.title")}
      busyAction={t("deletion.busy")}
      isDangerous
      username={email}
    >
      <ul className="list-disc space-y-1 ps-5 text-sm">
        {consequences[role]().map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>{t("deletion.final")}</li>
      </ul>
      <PasswordField
        label={t("password.current")}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <TextField
        label={t("deletion.confirm", { word: isolatedInRtl(nameDeletionWord()) })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.confirmation?.message}
        {...form.register("confirmation")}
      />
    </ModalForm>
  );
}
