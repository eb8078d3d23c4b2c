import { useEffect } from "react";
import { FormProvider, useFieldArray } from "react-hook-form";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { RestoredNote } from "#islands/ui/form/RestoredNote.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { useUnsavedWarning } from "#islands/ui/form/use-unsaved-warning.ts";
import { saveQuiz } from "#lib/quizzes/quizzes.calls.ts";
import type { OwnQuiz } from "#lib/quizzes/quizzes.responses.ts";
import { quizLimits } from "#lib/quizzes/quizzes.rules.ts";
import { type QuizInput, quizInput } from "#lib/quizzes/quizzes.ts";
import { getTexts } from "#translations/quiz-editor.ts";
import { QuestionFields } from "./QuestionFields.tsx";
import {
  emptyQuiz,
  newQuestion,
  type QuizValues,
  quizDraft,
  toQuizInput,
  toQuizValues,
} from "./quiz-form.ts";

const t = getTexts("quizEditor");

interface QuizFormProps {
  courseId: string;
  /** The quiz to edit. Missing for a new quiz. */
  quiz: OwnQuiz | undefined;
  /** Whether the user has just asked for the form, which then takes the focus. */
  isOpened: boolean;
  /** @param title the title of the saved quiz; missing if nothing was saved. */
  onClose: (title?: string) => void;
}

/** The form of a quiz: title, pass mark, questions and answers. */
export function QuizForm({ courseId, quiz, isOpened, onClose }: QuizFormProps) {
  const { form, problem, setProblem, showError, draft } = useSchemaForm<QuizInput, QuizValues>({
    schema: quizInput,
    defaultValues: quiz ? toQuizValues(quiz) : emptyQuiz(),
    prepare: toQuizInput,
    draft: { name: quizDraft(quiz?._id), always: true },
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "questions" });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty);
  const { setFocus } = form;
  useEffect(() => {
    if (isOpened) setFocus("title");
  }, [isOpened, setFocus]);
  const close = (title?: string) => {
    draft.forget();
    onClose(title);
  };
  const submit = form.handleSubmit(async (input) => {
    setProblem(undefined);
    try {
      await saveQuiz({ courseId, quizId: quiz?._id }, input);
      close(input.title);
    } catch (error) {
      showError(error);
    }
  });
  return (
    <FormProvider {...form}>
      <Form
        className="rounded-box border border-base-300 p-5 sm:grid-cols-[1fr_9rem]"
        onSubmit={submit}
        busy={isSubmitting}
        problem={problem}
      >
        {draft.isRestored && <RestoredNote onDiscard={draft.discard} />}
        {quiz && quiz.takenBy > 0 && (
          <div className="sm:col-span-2">
            <Alert kind="info">{t("taken")}</Alert>
          </div>
        )}
        <TextField
          label={t("quizTitle")}
          dir="auto"
          error={errors.title?.message}
          {...form.register("title")}
        />
        <TextField
          label={t("passMark")}
          type="number"
          min={1}
          max={100}
          error={errors.passMark?.message}
          {...form.register("passMark")}
        />
        {fields.map((field, index) => (
          <QuestionFields
            key={field.id}
            index={index}
            {...(fields.length > 1 ? { onRemove: () => remove(index) } : {})}
          />
        ))}
        <div className="flex flex-wrap justify-between gap-3 sm:col-span-2">
          {fields.length < quizLimits.questions ? (
            <Button look="quiet" onClick={() => append(newQuestion())}>
              {t("addQuestion")}
            </Button>
          ) : (
            <span className="muted text-sm">{t("atMost", { maximum: quizLimits.questions })}</span>
          )}
          <div className="flex gap-3">
            <Button look="plain" onClick={() => close()}>
              {t("cancel")}
            </Button>
            <Button type="submit" busy={isSubmitting} busyLabel={t("saving")}>
              {t("save")}
            </Button>
          </div>
        </div>
      </Form>
    </FormProvider>
  );
}
