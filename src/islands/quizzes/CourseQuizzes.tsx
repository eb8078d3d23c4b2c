import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { deferDialog } from "#islands/ui/deferred.tsx";
import type { QuizProgress } from "#lib/quizzes/quizzes.responses.ts";
import { formatPercent } from "#lib/text/format-count.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/quizzes.ts";

const t = getTexts("quizzes");

const QuizDialog = deferDialog(
  async () => (await withTexts(import("./QuizDialog.tsx"))).QuizDialog,
);

interface CourseQuizzesProps {
  quizzes: readonly QuizProgress[];
}

type Chosen = { quiz: QuizProgress; attemptId?: string };

/** The quizzes of a course with the student's results. */
export default function CourseQuizzes({ quizzes }: CourseQuizzesProps) {
  const [chosen, setChosen] = useState<Chosen>();
  const [handedIn, setHandedIn] = useState(false);
  if (quizzes.length === 0) {
    return <p className="panel muted px-5 py-6 text-sm">{t("none")}</p>;
  }
  return (
    <>
      <ul className="panel divide-y divide-base-300">
        {quizzes.map((quiz) => (
          <li key={quiz._id} className="grid items-center gap-3 px-5 py-4 sm:grid-cols-[1fr_auto]">
            <div className="grid gap-1">
              <h3 className="text-base">
                <bdi>{quiz.title}</bdi>
              </h3>
              <p className="muted tabular flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
                <BestResult quiz={quiz} />
                <span>
                  {t("summary", {
                    count: quiz.questionCount,
                    passMark: formatPercent(quiz.passMark / 100),
                  })}
                </span>
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              {quiz.lastAttemptId && (
                <Button
                  look="plain"
                  className="btn-sm"
                  aria-label={t("reviewLabel", { title: quiz.title })}
                  onClick={() =>
                    setChosen({
                      quiz,
                      ...(quiz.lastAttemptId && { attemptId: quiz.lastAttemptId }),
                    })
                  }
                >
                  {t("review")}
                </Button>
              )}
              <Button
                look={quiz.passed ? "quiet" : "main"}
                className="btn-sm"
                aria-label={t(quiz.attempts > 0 ? "retakeLabel" : "startLabel", {
                  title: quiz.title,
                })}
                onClick={() => setChosen({ quiz })}
              >
                {t(quiz.attempts > 0 ? "retake" : "start")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {chosen && (
        <QuizDialog
          quizId={chosen.quiz._id}
          title={chosen.quiz.title}
          attemptId={chosen.attemptId}
          onHandedIn={() => setHandedIn(true)}
          onClose={() => {
            setChosen(undefined);
            // Reload, because the server computes progress, hours and the certificate.
            if (handedIn) location.reload();
          }}
        />
      )}
    </>
  );
}

function BestResult({ quiz }: { quiz: QuizProgress }) {
  if (quiz.best === undefined)
    return <span className="badge badge-sm badge-ghost">{t("notTaken")}</span>;
  return (
    <span className={`badge badge-sm ${quiz.passed ? "badge-success" : "badge-warning"}`}>
      {t(quiz.passed ? "bestPassed" : "bestFailed", { score: formatPercent(quiz.best / 100) })}
    </span>
  );
}
