import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { deferDialog } from "#islands/ui/deferred.tsx";
import type { QuizProgress } from "#lib/quizzes/quizzes.responses.ts";

const QuizDialog = deferDialog(async () => (await import("./QuizDialog.tsx")).QuizDialog);

interface CourseQuizzesProps {
  quizzes: readonly QuizProgress[];
}

type Chosen = { quiz: QuizProgress; attemptId?: string };

/** The quizzes of a course with the student's results. */
export default function CourseQuizzes({ quizzes }: CourseQuizzesProps) {
  const [chosen, setChosen] = useState<Chosen>();
  const [handedIn, setHandedIn] = useState(false);
  if (quizzes.length === 0) {
    return (
      <p className="panel muted px-5 py-6 text-sm">Your teacher hasn't added any quizzes yet.</p>
    );
  }
  return (
    <>
      <ul className="panel divide-y divide-base-300">
        {quizzes.map((quiz) => (
          <li key={quiz._id} className="grid items-center gap-3 px-5 py-4 sm:grid-cols-[1fr_auto]">
            <div className="grid gap-1">
              <h3 className="text-base" dir="auto">
                {quiz.title}
              </h3>
              <p className="muted tabular flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
                <BestResult quiz={quiz} />
                <span>
                  {quiz.questionCount === 1 ? "1 question" : `${quiz.questionCount} questions`} ·
                  pass mark {quiz.passMark}%
                </span>
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              {quiz.lastAttemptId && (
                <Button
                  look="plain"
                  className="btn-sm"
                  aria-label={`Review answers: ${quiz.title}`}
                  onClick={() =>
                    setChosen({
                      quiz,
                      ...(quiz.lastAttemptId && { attemptId: quiz.lastAttemptId }),
                    })
                  }
                >
                  Review answers
                </Button>
              )}
              <Button
                look={quiz.passed ? "quiet" : "main"}
                className="btn-sm"
                aria-label={`${quiz.attempts > 0 ? "Retake quiz" : "Start quiz"}: ${quiz.title}`}
                onClick={() => setChosen({ quiz })}
              >
                {quiz.attempts > 0 ? "Retake quiz" : "Start quiz"}
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
  if (quiz.best === undefined) return <span className="badge badge-sm badge-ghost">Not taken</span>;
  return (
    <span className={`badge badge-sm ${quiz.passed ? "badge-success" : "badge-warning"}`}>
      {quiz.passed ? "Passed" : "Not passed yet"} · best {quiz.best}%
    </span>
  );
}
