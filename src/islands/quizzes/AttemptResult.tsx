import { useEffect, useRef } from "react";
import { LinkedPassages } from "#islands/quran/shared/LinkedPassages.tsx";
import { Button } from "#islands/ui/Button.tsx";
import type { AttemptView, GradedQuestion } from "#lib/quizzes/quizzes.responses.ts";
import { formatPercent } from "#lib/text/format-count.ts";
import { getTexts } from "#translations/quizzes.ts";

const t = getTexts("quizzes");

interface AttemptResultProps {
  attempt: AttemptView;
  /** Whether this is the viewer's own attempt. Otherwise the viewer is the teacher. */
  isOwn?: boolean;
  onRepeat?: () => void;
  onClose: () => void;
}

/** The result of an attempt. The correct answers are shown only once the quiz is passed. */
export function AttemptResult({ attempt, isOwn = true, onRepeat, onClose }: AttemptResultProps) {
  const { passed, score, rightCount, questionCount, passMark } = attempt;
  const outcome = useRef<HTMLDivElement>(null);
  // The pressed button was below the last question, so move the focus to the result.
  useEffect(() => outcome.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <div
        ref={outcome}
        tabIndex={-1}
        role="status"
        className={`rounded-box border px-5 py-4 outline-none ${passed ? "border-success/40 bg-success/10" : "border-warning/40 bg-warning/10"}`}
      >
        <p className="text-lg font-semibold">
          {t(passed ? (isOwn ? "ownPassed" : "passed") : "failed")}
        </p>
        <p className="tabular text-sm">
          {t("score", {
            right: rightCount,
            count: questionCount,
            score: formatPercent(score / 100),
            passMark: formatPercent(passMark / 100),
          })}
          {!passed && isOwn && ` ${t("tryAgain")}`}
        </p>
      </div>
      <ol className="grid gap-4">
        {attempt.questions.map((question, index) => (
          <li key={question.id} className="grid gap-2 border-t border-base-300 pt-4">
            <p className="flex items-start justify-between gap-3">
              <span className="font-semibold whitespace-pre-line" dir="auto">
                {index + 1}. <LinkedPassages text={question.text} />
              </span>
              <span
                className={`badge badge-sm mt-1 shrink-0 ${question.right ? "badge-success" : "badge-error badge-outline"}`}
              >
                {t(question.right ? "correct" : "incorrect")}
              </span>
            </p>
            <JudgedOptions question={question} isOwn={isOwn} />
            {question.explanation && (
              <p className="muted text-sm whitespace-pre-line" dir="auto">
                <LinkedPassages text={question.explanation} />
              </p>
            )}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onClose}>
          {t(isOwn ? "close" : "back")}
        </Button>
        {onRepeat && (
          <Button look={passed ? "quiet" : "main"} onClick={onRepeat}>
            {t("retake")}
          </Button>
        )}
      </div>
    </div>
  );
}

function JudgedOptions({ question, isOwn }: { question: GradedQuestion; isOwn: boolean }) {
  const { options, chosen, solution, right, kind } = question;
  // Until the quiz is passed, don't reveal which of several selected answers is wrong.
  const isWithheld = kind === "multiple" && !solution;
  const chosenLook = isWithheld ? "border-warning/60 bg-warning/10" : "border-error/50 bg-error/10";
  return (
    <ul className="grid gap-1.5">
      {options.map(({ id, text }) => {
        const isChosen = chosen.includes(id);
        const isSolution = solution?.includes(id) ?? (right && isChosen);
        const look = isSolution
          ? "border-success/50 bg-success/10"
          : isChosen
            ? chosenLook
            : "border-base-300";
        return (
          <li
            key={id}
            className={`flex items-baseline justify-between gap-3 rounded-field border px-3 py-1.5 text-sm ${look}`}
          >
            <span dir="auto">{text}</span>
            <span className="muted shrink-0 text-xs">
              {isChosen && t(isOwn ? "yourAnswer" : "selected")}
              {isChosen && isSolution && solution && " · "}
              {isSolution && solution && t("correctAnswer")}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
