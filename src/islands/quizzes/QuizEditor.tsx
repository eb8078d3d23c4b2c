import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { useCourse } from "#islands/courses/shared/use-course.ts";
import { Button } from "#islands/ui/Button.tsx";
import { deferDialog, deferPart } from "#islands/ui/deferred.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { restoreFocus } from "#islands/ui/keep-focus.ts";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { hasDraft } from "#lib/client/drafts.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { isTaughtBy } from "#lib/courses/courses.calls.ts";
import { restoreQuiz } from "#lib/quizzes/quizzes.calls.ts";
import { ownQuizzesOptions } from "#lib/quizzes/quizzes.queries.ts";
import type { OwnQuiz } from "#lib/quizzes/quizzes.responses.ts";
import { quizLimits } from "#lib/quizzes/quizzes.rules.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatPercent } from "#lib/text/format-count.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/quiz-editor.ts";
import { quizDraft } from "./quiz-form.ts";

const t = getTexts("quizEditor");

const QuizResults = deferDialog(
  async () => (await withTexts(import("./QuizResults.tsx"))).QuizResults,
);
const RemoveQuiz = deferDialog(
  async () => (await withTexts(import("./RemoveQuiz.tsx"))).RemoveQuiz,
);
const UndoNote = deferPart(
  async () => (await withTexts(import("#islands/ui/feedback/UndoNote.tsx"))).UndoNote,
  { isRare: true },
);
const QuizForm = deferPart(async () => (await withTexts(import("./QuizForm.tsx"))).QuizForm);

/** The teacher's list of quizzes, to add, edit and remove them. */
export default function QuizEditor({ courseId }: { courseId: string }) {
  const account = useAccount();
  const profile = account.status === "signed-in" ? account.profile : undefined;
  const isTeacher = profile?.role === "teacher";
  const course = useCourse(courseId, { enabled: isTeacher });
  // If the course is missing or belongs to another teacher, the form above shows the error.
  const isOwn = isTeacher && course.data !== undefined && isTaughtBy(course.data, profile._id);
  const quizzes = useQuery({ ...ownQuizzesOptions(courseId), enabled: isOwn }, queryClient);
  const [editing, setEditing] = useState<OwnQuiz | "new">();
  const [removing, setRemoving] = useState<OwnQuiz>();
  const [removed, setRemoved] = useState<OwnQuiz>();
  const [saved, setSaved] = useState<string>();
  const [looking, setLooking] = useState<OwnQuiz>();
  const section = useRef<HTMLElement>(null);
  // Whether the form was opened by its button, rather than with the page.
  const [isOpened, setOpened] = useState(false);
  // How often a button disappeared when it was pressed, and lost the focus.
  const [closings, setClosings] = useState(0);
  // The page loads this part only when it is scrolled to.
  const isHydrated = useHydrated();
  const known = quizzes.data;
  const userId = account.status === "signed-in" ? account.user.id : undefined;
  // Reopen a quiz with unsaved changes.
  useEffect(() => {
    if (!known || userId === undefined) return;
    const wasEdited = (id?: string) => hasDraft(quizDraft(id), userId);
    setEditing((now) => now ?? (wasEdited() ? "new" : known.find(({ _id }) => wasEdited(_id))));
  }, [known, userId]);
  useEffect(() => {
    if (closings > 0 && section.current) restoreFocus([section.current]);
  }, [closings]);
  // Not null, because the browser loads this part when an element of it is near the window.
  if (!isOwn) return <div />;
  const open = (quiz: OwnQuiz | "new") => {
    setOpened(true);
    setEditing(quiz);
    setSaved(undefined);
  };
  const closeForm = (title?: string) => {
    setClosings(closings + 1);
    setEditing(undefined);
    setSaved(title);
    if (title === undefined) return;
    setRemoved(undefined);
    void quizzes.refetch();
  };
  const finishRemoval = (quiz: OwnQuiz) => {
    setRemoving(undefined);
    setRemoved(quiz);
    setSaved(undefined);
    void quizzes.refetch();
  };
  const list = (quizzes.data ?? []).filter(({ _id }) => _id !== removed?._id);
  return (
    <section ref={section} className="panel mt-6 grid gap-4 p-6 sm:p-8" aria-labelledby="quizzes">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="quizzes" className="text-xl">
            {t("title")}
          </h2>
          <p className="muted mt-1 text-sm">{t("lead")}</p>
        </div>
        {editing === undefined && list.length < quizLimits.quizzes && (
          <Button look="quiet" disabled={!isHydrated} onClick={() => open("new")}>
            {t("add")}
          </Button>
        )}
      </div>
      {quizzes.isPending && <Loading label={t("loading")} />}
      {quizzes.isError && <QueryError query={quizzes} />}
      {quizzes.isSuccess && list.length === 0 && editing === undefined && (
        <p className="muted rounded-box border border-dashed border-base-300 px-5 py-6 text-center text-sm">
          {t("none")}
        </p>
      )}
      {saved !== undefined && (
        <Alert kind="success">{t("saved", { title: isolatedInRtl(saved) })}</Alert>
      )}
      {removed && editing === undefined && (
        <UndoNote
          key={removed._id}
          message={t("removed", { title: isolatedInRtl(removed.title) })}
          undo={() => restoreQuiz(removed._id)}
          onUndone={() => {
            setClosings(closings + 1);
            setRemoved(undefined);
            void quizzes.refetch();
          }}
        />
      )}
      {list.length > 0 && editing === undefined && (
        <ul className="divide-y divide-base-300 rounded-box border border-base-300">
          {list.map((quiz) => (
            <li
              key={quiz._id}
              className="flex flex-wrap items-center justify-between gap-3 px-4 py-3"
            >
              <div className="min-w-0">
                <p className="font-semibold">
                  <bdi>{quiz.title}</bdi>
                </p>
                <p className="muted tabular text-sm">{summarize(quiz)}</p>
              </div>
              <div className="flex flex-wrap gap-1">
                {quiz.takenBy > 0 && (
                  <Button
                    look="plain"
                    className="btn-sm"
                    aria-label={t("resultsLabel", { title: quiz.title })}
                    disabled={!isHydrated}
                    onClick={() => setLooking(quiz)}
                  >
                    {t("results")}
                  </Button>
                )}
                <Button
                  look="plain"
                  className="btn-sm"
                  aria-label={t("editLabel", { title: quiz.title })}
                  disabled={!isHydrated}
                  onClick={() => open(quiz)}
                >
                  {t("edit")}
                </Button>
                <Button
                  look="plain"
                  className="btn-sm text-error"
                  aria-label={t("removeLabel", { title: quiz.title })}
                  disabled={!isHydrated}
                  onClick={() => setRemoving(quiz)}
                >
                  {t("remove")}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {editing !== undefined && (
        <QuizForm
          courseId={courseId}
          quiz={editing === "new" ? undefined : editing}
          isOpened={isOpened}
          onClose={closeForm}
        />
      )}
      {looking && <QuizResults quiz={looking} onClose={() => setLooking(undefined)} />}
      {removing && (
        <RemoveQuiz
          quiz={removing}
          onRemoved={() => finishRemoval(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </section>
  );
}

function summarize({ questions, passMark, takenBy, passedBy }: OwnQuiz): string {
  const values = { count: questions.length, passMark: formatPercent(passMark / 100) };
  if (takenBy === 0) return t("summaryNotTaken", values);
  return t("summaryTaken", { ...values, taken: takenBy, passed: passedBy });
}
