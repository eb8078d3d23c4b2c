import { useEffect, useRef } from "react";
import { FormProvider } from "react-hook-form";
import { Button } from "#islands/ui/Button.tsx";
import { deferSchema } from "#islands/ui/form/deferred-schema.ts";
import { TextAreaField, TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { RestoredNote } from "#islands/ui/form/RestoredNote.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { findSurah } from "#lib/quran/quran.ts";
import { type SeatKey, saveRecitation } from "#lib/recitations/recitations.calls.ts";
import type { RecitationKind } from "#lib/recitations/recitations.rules.ts";
import { recitationLimits } from "#lib/recitations/recitations.rules.ts";
import type { RecitationInput } from "#lib/recitations/recitations.ts";
import { getTexts } from "#translations/lesson-log.ts";
import { withTexts } from "#translations/load.ts";
import { KindField } from "./KindField.tsx";
import { MarkedWordsField } from "./MarkedWordsField.tsx";
import { NumberField } from "./NumberField.tsx";
import { type RecitationValues, toInput } from "./recitation-form.ts";
import { VerseFields } from "./VerseFields.tsx";

const t = getTexts("lessonLog");

const lesson = deferSchema(
  async () => (await withTexts(import("#lib/recitations/recitations.ts"))).recitationInput,
);

interface LessonFormProps {
  seat: SeatKey;
  /** The lesson to edit. Missing for a new lesson. */
  lessonId?: string;
  initial: RecitationValues;
  /** Today's date in the teacher's time zone, YYYY-MM-DD. */
  today: string;
  /** Returns where a new lesson of that type starts. */
  begin?: (kind: RecitationKind) => Pick<RecitationValues, "fromSurah" | "fromVerse">;
  /** Shows the lesson before it is saved. @returns a function that undoes it after an error. */
  onSaving?: (input: RecitationInput) => () => void;
  onSaved: (saved: RecitationInput) => Promise<void>;
  onCancel?: () => void;
}

/** The form of a lesson: what was recited, and how it went. */
export function LessonForm(props: LessonFormProps) {
  const { seat, lessonId, initial, today, begin, onSaving, onSaved, onCancel } = props;
  const { form, problem, setProblem, showError, draft } = useSchemaForm<
    RecitationInput,
    RecitationValues
  >({
    schema: lesson,
    defaultValues: initial,
    prepare: toInput,
    draft: { name: `lesson-${lessonId ?? `${seat.courseId}-${seat.studentId}`}` },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useFresh(initial, isDirty, form.reset);

  const set = (name: keyof RecitationValues, value: string, shouldValidate = false) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate });
  const startAt = ({ fromSurah, fromVerse }: Pick<RecitationValues, "fromSurah" | "fromVerse">) => {
    set("fromSurah", fromSurah);
    set("fromVerse", fromVerse);
    set("toSurah", fromSurah);
    set("toVerse", "");
    form.clearErrors();
  };
  const goToEnd = () => {
    const surah = findSurah(Number(form.getValues("toSurah")));
    if (surah) set("toVerse", String(surah.verses), true);
  };
  const submit = form.handleSubmit(async (input) => {
    setProblem(undefined);
    const undo = onSaving?.(input);
    try {
      await saveRecitation({ ...seat, lessonId }, input);
      draft.forget();
      await onSaved(input);
    } catch (error) {
      undo?.();
      showError(error);
    }
  });
  return (
    <FormProvider {...form}>
      <Form onSubmit={submit} busy={isSubmitting} problem={problem}>
        {draft.isRestored && <RestoredNote onDiscard={draft.discard} />}
        <KindField onChange={(kind) => begin && startAt(begin(kind))} />
        <VerseFields end="from" onSurah={(fromSurah) => startAt({ fromSurah, fromVerse: "1" })} />
        <div className="grid gap-1.5">
          <VerseFields end="to" onSurah={() => set("toVerse", "")} />
          <button
            type="button"
            className="link link-secondary min-h-6 justify-self-end text-sm"
            onClick={goToEnd}
          >
            {t("form.toEnd")}
          </button>
        </div>
        <div className="grid grid-cols-[7rem_1fr] gap-3">
          <NumberField
            label={t("form.mistakes")}
            error={errors.mistakes?.message}
            {...form.register("mistakes")}
          />
          <TextField
            label={t("form.date")}
            type="date"
            max={today}
            error={errors.date?.message}
            {...form.register("date")}
          />
        </div>
        <MarkedWordsField />
        <TextAreaField
          label={t("form.note")}
          optional
          rows={2}
          maxLength={recitationLimits.note}
          dir="auto"
          hint={t("form.noteHint")}
          error={errors.note?.message}
          {...form.register("note")}
        />
        <div className="flex flex-wrap justify-end gap-3">
          {onCancel && (
            <Button look="plain" onClick={onCancel}>
              {t("form.cancel")}
            </Button>
          )}
          <Button
            type="submit"
            busy={isSubmitting}
            busyLabel={t("form.saving")}
            className="max-sm:grow"
          >
            {t(lessonId === undefined ? "form.save" : "form.saveChanges")}
          </Button>
        </div>
      </Form>
    </FormProvider>
  );
}

/** Resets an untouched form when its initial values change. */
function useFresh(
  initial: RecitationValues,
  isDirty: boolean,
  reset: (values: RecitationValues) => void,
) {
  const beginning = JSON.stringify(initial);
  const begun = useRef(beginning);
  useEffect(() => {
    if (isDirty || begun.current === beginning) return;
    begun.current = beginning;
    reset(JSON.parse(beginning) as RecitationValues);
  }, [beginning, isDirty, reset]);
}
