import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Button } from "#islands/ui/Button.tsx";
import { TextAreaField, TextField } from "#islands/ui/form/Field.tsx";
import { AddRow, RemoveRow, rowList } from "#islands/ui/form/RowButtons.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { findMessage } from "#islands/ui/form/use-schema-form.ts";
import { Icon } from "#islands/ui/Icon.tsx";
import { questionKinds, quizLimits } from "#lib/quizzes/quizzes.rules.ts";
import { getTexts } from "#translations/quiz-editor.ts";
import { newOption, type QuizValues } from "./quiz-form.ts";

const t = getTexts("quizEditor");

const listKinds = () => questionKinds.map((value) => ({ value, label: t(value) }));

interface QuestionFieldsProps {
  index: number;
  /** Missing for the last remaining question. */
  onRemove?: () => void;
}

/** Fields of a question and its answers, with the correct ones selected. */
export function QuestionFields({ index, onRemove }: QuestionFieldsProps) {
  const { control, register, setValue, getValues, formState } = useFormContext<QuizValues>();
  const at = `questions.${index}` as const;
  const { fields, append, remove } = useFieldArray({ control, name: `${at}.options` });
  const kind = useWatch({ control, name: `${at}.kind` });
  const errors = formState.errors.questions?.[index];
  const isSingle = kind === "single";
  const whole = findMessage(
    errors?.options?.root ?? (errors?.options?.message ? errors.options : undefined),
  );

  /** Selects one answer as correct and clears the others. */
  const markOnly = (chosen: number) => {
    getValues(`${at}.options`).forEach((_, place) => {
      setValue(`${at}.options.${place}.right`, place === chosen, { shouldDirty: true });
    });
  };
  const right = useWatch({ control, name: `${at}.options` }).map((option) => option.right);

  return (
    <fieldset className="grid gap-3 rounded-box border border-base-300 bg-base-200/50 p-4 sm:col-span-2">
      <legend className="px-1 text-sm font-semibold">
        {t("questionNumber", { number: index + 1 })}
      </legend>
      <TextAreaField
        label={t("question")}
        rows={2}
        dir="auto"
        maxLength={quizLimits.question}
        error={errors?.text?.message}
        {...register(`${at}.text`)}
      />
      <SelectField label={t("kind")} options={listKinds()} {...register(`${at}.kind`)} />
      <div {...rowList} className="grid gap-2">
        <p className="text-sm font-medium">
          {t.rich(isSingle ? "answersSingle" : "answersMultiple", {
            note: (text) => (
              <span key="note" className="muted font-normal">
                {text}
              </span>
            ),
          })}
        </p>
        {whole && (
          <p role="alert" className="text-sm text-error">
            {whole}
          </p>
        )}
        {fields.map((field, place) => (
          <div key={field.id} className="flex items-start gap-3">
            <input
              type={isSingle ? "radio" : "checkbox"}
              className="mt-2.5 size-5 shrink-0 accent-secondary"
              aria-label={t("isCorrect", { answer: place + 1, question: index + 1 })}
              checked={right[place] ?? false}
              onChange={(event) =>
                isSingle
                  ? markOnly(place)
                  : setValue(`${at}.options.${place}.right`, event.target.checked)
              }
            />
            <TextField
              className="grow [&>label]:sr-only"
              label={t("answer", { answer: place + 1, question: index + 1 })}
              dir="auto"
              maxLength={quizLimits.option}
              error={errors?.options?.[place]?.text?.message}
              {...register(`${at}.options.${place}.text`)}
            />
            {fields.length > 2 && (
              <RemoveRow
                className="btn-square"
                aria-label={t("removeAnswer", { answer: place + 1, question: index + 1 })}
                onRemove={() => remove(place)}
              >
                <Icon name="trash" />
              </RemoveRow>
            )}
          </div>
        ))}
        {fields.length < quizLimits.options && (
          <AddRow look="plain" onClick={() => append(newOption())}>
            {t("addAnswer")}
          </AddRow>
        )}
      </div>
      <TextField
        label={t("explanation")}
        optional
        dir="auto"
        hint={t("explanationHint")}
        maxLength={quizLimits.explanation}
        error={errors?.explanation?.message}
        {...register(`${at}.explanation`)}
      />
      {onRemove && (
        <Button look="plain" className="btn-sm justify-self-end text-error" onClick={onRemove}>
          {t("removeQuestion", { number: index + 1 })}
        </Button>
      )}
    </fieldset>
  );
}
