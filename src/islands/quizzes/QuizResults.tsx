import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Avatar } from "#islands/ui/Avatar.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { attemptOptions, quizResultsOptions } from "#lib/quizzes/quizzes.queries.ts";
import type { OwnQuiz, QuizResult } from "#lib/quizzes/quizzes.responses.ts";
import { formatPercent } from "#lib/text/format-count.ts";
import { getTexts as getEditorTexts } from "#translations/quiz-editor.ts";
import { getTexts } from "#translations/quizzes.ts";
import { AttemptResult } from "./AttemptResult.tsx";

const t = getTexts("quizzes");
const editor = getEditorTexts("quizEditor");

interface QuizResultsProps {
  quiz: OwnQuiz;
  onClose: () => void;
}

/** Students' results in a quiz and their latest answers. */
export function QuizResults({ quiz, onClose }: QuizResultsProps) {
  const [chosen, setChosen] = useState<QuizResult>();
  const [last, setLast] = useState<QuizResult>();
  const results = useQuery(quizResultsOptions(quiz._id), queryClient);
  return (
    <Dialog
      open
      title={chosen ? chosen.student.name : editor("resultsLabel", { title: quiz.title })}
      onClose={onClose}
    >
      {results.isPending && <Loading label={editor("loadingResults")} />}
      {results.isError && <QueryError query={results} />}
      {chosen && (
        <Answers
          result={chosen}
          onBack={() => {
            setLast(chosen);
            setChosen(undefined);
          }}
        />
      )}
      {!chosen && results.data && (
        <ul className="divide-y divide-base-300">
          {results.data.map((result) => (
            <li
              key={result.student._id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5"
            >
              <Avatar
                name={result.student.name}
                image={result.student.profileImageUrl}
                className="size-9"
              />
              <div className="grid min-w-0 grow basis-48 gap-0.5">
                <p className="truncate font-medium" dir="auto">
                  {result.student.name}
                </p>
                <p className="muted tabular flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
                  <span
                    className={`badge badge-sm ${result.passed ? "badge-success" : "badge-warning"}`}
                  >
                    {t(result.passed ? "bestPassed" : "bestFailed", {
                      score: formatPercent(result.best / 100),
                    })}
                  </span>
                  {editor("attempts", { count: result.attempts })}
                </p>
              </div>
              <Button
                look="plain"
                className="btn-sm max-sm:ms-9"
                // Gets the focus back, because the pressed button has disappeared.
                autoFocus={result === last}
                aria-label={t("reviewLabel", { title: result.student.name })}
                onClick={() => setChosen(result)}
              >
                {t("review")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Answers({ result, onBack }: { result: QuizResult; onBack: () => void }) {
  const attempt = useQuery(attemptOptions(result.lastAttemptId), queryClient);
  if (attempt.isPending) return <Loading label={editor("loadingAnswers")} />;
  if (attempt.isError) {
    return <QueryError query={attempt} />;
  }
  return <AttemptResult attempt={attempt.data} isOwn={false} onClose={onBack} />;
}
