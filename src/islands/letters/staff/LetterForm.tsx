import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { FormProvider } from "react-hook-form";
import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { useUnsavedWarning } from "#islands/ui/form/use-unsaved-warning.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { type Language, languageFacts, languages } from "#lib/languages.ts";
import { saveLetter } from "#lib/letters/letters.calls.ts";
import { putLetter } from "#lib/letters/letters.queries.ts";
import type { LetterDetail } from "#lib/letters/letters.responses.ts";
import { audiencesOf } from "#lib/letters/letters.rules.ts";
import { type LetterInput, letterInput } from "#lib/letters/letters.ts";
import { getTexts } from "#translations/staff-letters.ts";
import { LetterTextFields } from "./LetterTextFields.tsx";
import { type LetterFields, toFields } from "./letter-fields.ts";

const t = getTexts("staffLetters");

interface LetterFormProps {
  letter: LetterDetail;
  language: Language;
  onLanguage: (language: Language) => void;
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The draft of a letter: its recipients and its texts. */
export function LetterForm({ letter, language, onLanguage, onUnsaved }: LetterFormProps) {
  const { form, problem, setProblem, showError } = useSchemaForm<LetterInput, LetterFields>({
    schema: letterInput,
    defaultValues: toFields(letter),
    prepare: (fields) => ({
      ...fields,
      language: fields.language || null,
      activeDays: fields.activeDays.trim() === "" ? null : Number(fields.activeDays),
      ratePerHour: Number(fields.ratePerHour || Number.NaN),
      revision: letter.revision,
    }),
  });
  const { errors, isDirty } = form.formState;
  useUnsavedWarning(isDirty);
  useEffect(() => onUnsaved(isDirty), [isDirty, onUnsaved]);
  const save = useMutation(
    {
      mutationFn: (input: LetterInput) => saveLetter(letter._id, input),
      onMutate: () => setProblem(undefined),
      onSuccess(saved) {
        putLetter(saved);
        form.reset(toFields(saved));
      },
      onError: showError,
    },
    queryClient,
  );
  const isNewsletter = letter.kind === "newsletter";
  return (
    <FormProvider {...form}>
      <Form
        onSubmit={form.handleSubmit((input) => save.mutate(input))}
        busy={save.isPending}
        problem={problem}
        success={save.isSuccess && !isDirty ? t("saved") : undefined}
      >
        <section className="panel grid gap-4 p-5">
          <h2 className="text-lg">{t("audience.label")}</h2>
          <div className="grid gap-4 sm:grid-cols-2">
            {isNewsletter ? (
              <SelectField
                label={t("audience.language")}
                options={languages.map((each) => ({
                  value: each,
                  label: languageFacts[each].name,
                }))}
                placeholder={t("audience.allLanguages")}
                {...form.register("language")}
              />
            ) : (
              <>
                <SelectField
                  className="sm:col-span-2"
                  label={t("audience.label")}
                  hint={t("audience.guardians")}
                  error={errors.audience?.message}
                  options={audiencesOf.policy.map((each) => ({
                    value: each,
                    label: t(`audience.${each}`),
                  }))}
                  {...form.register("audience")}
                />
                <TextField
                  label={t("audience.activeDays")}
                  hint={t("audience.activeDaysHint")}
                  inputMode="numeric"
                  optional
                  error={errors.activeDays?.message}
                  {...form.register("activeDays")}
                />
              </>
            )}
            <TextField
              label={t("rate")}
              hint={t("rateHint")}
              inputMode="numeric"
              error={errors.ratePerHour?.message}
              {...form.register("ratePerHour")}
            />
          </div>
        </section>
        <LetterTextFields language={language} onLanguage={onLanguage} />
        <Button
          type="submit"
          className="justify-self-start"
          busy={save.isPending}
          busyLabel={t("saving")}
        >
          {t("save")}
        </Button>
      </Form>
    </FormProvider>
  );
}
