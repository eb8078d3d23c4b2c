import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { dialogActionsLook } from "#islands/ui/dialogs/actions-look.ts";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { submitAttempt } from "#lib/quizzes/quizzes.calls.ts";
import type {
  AttemptView,
  QuestionWithoutSolution,
  QuizWithoutSolutions,
} from "#lib/quizzes/quizzes.responses.ts";
import { getTexts } from "#translations/quizzes.ts";

const t = getTexts("quizzes");

interface TakeQuizProps {
  quiz: QuizWithoutSolutions;
  onResult: (attempt: AttemptView) => void;
  /** Starts over with the current questions if the quiz has changed in the meantime. */
  onReload: () => void;
  onClose: () => void;
}

/** The questions of a quiz. The browser doesn't get the correct answers. */
export function TakeQuiz({ quiz, onResult, onReload, onClose }: TakeQuizProps) {
  const [answers, setAnswers] = useState<Record<string, string[]>>({});
  const [tried, setTried] = useState(false);
  const open = quiz.questions.filter(({ id }) => (answers[id] ?? []).length === 0);
  const handing = useMutation(
    {
      mutationFn: () => submitAttempt(quiz._id, { versionId: quiz.versionId, answers }),
      onSuccess: onResult,
    },
    queryClient,
  );
  const first = quiz.questions[0]?.id;
  useEffect(() => {
    // Otherwise, the focus would stay on the dialog's close button, behind the questions.
    document.getElementById(`question-${first}`)?.focus();
  }, [first]);
  const changed = handing.error instanceof ApiError && handing.error.status === 409;
  const submit = () => {
    setTried(true);
    if (open.length === 0) handing.mutate();
    else document.getElementById(`question-${open[0]?.id}`)?.focus();
  };
  return (
    <form
      className="grid gap-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!handing.isPending) submit();
      }}
    >
      {quiz.questions.map((question, index) => (
        <Question
          key={question.id}
          question={question}
          number={index + 1}
          of={quiz.questions.length}
          chosen={answers[question.id] ?? []}
          missing={tried && open.includes(question)}
          onChoose={(chosen) => setAnswers({ ...answers, [question.id]: chosen })}
        />
      ))}
      {tried && open.length > 0 && <Alert>{t("unanswered")}</Alert>}
      {handing.isError && <Alert>{messageOf(handing.error)}</Alert>}
      <div className={`flex-wrap items-center justify-between ${dialogActionsLook}`}>
        <p className="muted tabular text-sm" role="status">
          {t("answered", {
            answered: quiz.questions.length - open.length,
            count: quiz.questions.length,
          })}
        </p>
        <div className="flex gap-3">
          <Button look="plain" onClick={onClose}>
            {t("close")}
          </Button>
          {changed ? (
            <Button onClick={onReload}>{t("startAgain")}</Button>
          ) : (
            <Button type="submit" busy={handing.isPending} busyLabel={t("checking")}>
              {t("submit")}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

interface QuestionProps {
  question: QuestionWithoutSolution;
  number: number;
  of: number;
  chosen: readonly string[];
  missing: boolean;
  onChoose: (chosen: string[]) => void;
}

function Question({ question, number, of, chosen, missing, onChoose }: QuestionProps) {
  const isSingle = question.kind === "single";
  const toggle = (id: string, on: boolean) => {
    if (isSingle) onChoose([id]);
    else onChoose(on ? [...chosen, id] : chosen.filter((each) => each !== id));
  };
  return (
    <fieldset
      id={`question-${question.id}`}
      tabIndex={-1}
      className="grid gap-2 outline-none"
      aria-invalid={missing || undefined}
    >
      <legend className="mb-2 grid gap-1">
        <span className="muted tabular text-xs">
          {t(isSingle ? "questionSingle" : "questionMultiple", { number, count: of })}
          {missing && <span className="text-error">{t("isUnanswered")}</span>}
        </span>
        <span className="font-semibold whitespace-pre-line" dir="auto">
          {question.text}
        </span>
      </legend>
      {question.options.map((option) => (
        <label
          key={option.id}
          // The box is at the beginning of the text, in either direction.
          dir="auto"
          className="flex cursor-pointer items-start gap-3 rounded-box border border-base-300 px-4 py-2.5 has-checked:border-secondary has-checked:bg-secondary/10"
        >
          <input
            type={isSingle ? "radio" : "checkbox"}
            name={question.id}
            className="mt-0.5 size-5 shrink-0 accent-secondary"
            checked={chosen.includes(option.id)}
            onChange={(event) => toggle(option.id, event.target.checked)}
          />
          <span className="grow">{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
