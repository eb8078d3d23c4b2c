import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "#islands/ui/feedback/ConfirmDialog.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { removeQuiz } from "#lib/quizzes/quizzes.calls.ts";
import type { OwnQuiz } from "#lib/quizzes/quizzes.responses.ts";
import { getTexts } from "#translations/quiz-editor.ts";

const t = getTexts("quizEditor");

interface RemoveQuizProps {
  quiz: OwnQuiz;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks before a quiz is deleted. */
export function RemoveQuiz({ quiz, onRemoved, onClose }: RemoveQuizProps) {
  const removal = useMutation(
    { mutationFn: () => removeQuiz(quiz._id), onSuccess: onRemoved },
    queryClient,
  );
  return (
    <ConfirmDialog
      title={t("removeTitle")}
      action={removal}
      labels={{ keep: t("cancel"), confirm: t("remove"), busy: t("removing") }}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p className="text-sm">
        {t.rich("removeText", {
          title: quiz.title,
          name: (text) => (
            <span key="name" dir="auto">
              {text}
            </span>
          ),
        })}
        {quiz.takenBy > 0 && ` ${t("resultsStay")}`}
      </p>
    </ConfirmDialog>
  );
}
