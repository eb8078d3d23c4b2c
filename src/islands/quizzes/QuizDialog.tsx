import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { attemptOptions, quizOptions } from "#lib/quizzes/quizzes.queries.ts";
import type { AttemptView } from "#lib/quizzes/quizzes.responses.ts";
import { getTexts } from "#translations/quizzes.ts";
import { AttemptResult } from "./AttemptResult.tsx";
import { TakeQuiz } from "./TakeQuiz.tsx";

const t = getTexts("quizzes");

interface QuizDialogProps {
  quizId: string;
  title: string;
  /** The attempt to show. Missing for a new attempt. */
  attemptId?: string | undefined;
  onHandedIn: () => void;
  onClose: () => void;
}

/** A dialog to take a quiz and see the result, any number of times. */
export function QuizDialog({ quizId, title, attemptId, onHandedIn, onClose }: QuizDialogProps) {
  const [result, setResult] = useState<AttemptView>();
  const [again, setAgain] = useState(false);
  const looking = attemptId !== undefined && !again;
  const quiz = useQuery({ ...quizOptions(quizId), enabled: !looking }, queryClient);
  const attempt = useQuery({ ...attemptOptions(attemptId ?? ""), enabled: looking }, queryClient);
  const shown = result ?? (looking ? attempt.data : undefined);
  const loading = looking ? attempt : quiz;
  const repeat = () => {
    setResult(undefined);
    setAgain(true);
    void quiz.refetch();
  };
  return (
    <Dialog open title={title} onClose={onClose}>
      {loading.isError ? (
        <QueryError query={loading} />
      ) : shown ? (
        <AttemptResult attempt={shown} onRepeat={repeat} onClose={onClose} />
      ) : quiz.data && !looking ? (
        <TakeQuiz
          key={quiz.data.versionId + String(quiz.dataUpdatedAt)}
          quiz={quiz.data}
          onReload={repeat}
          onClose={onClose}
          onResult={(judged) => {
            setResult(judged);
            onHandedIn();
          }}
        />
      ) : (
        <Loading label={t("loading")} />
      )}
    </Dialog>
  );
}
