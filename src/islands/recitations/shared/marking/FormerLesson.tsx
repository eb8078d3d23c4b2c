import { useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { describePassage } from "#lib/quran/quran.ts";
import { takeBackLesson } from "#lib/recitations/client/lesson-outbox.ts";
import { kindNames } from "#lib/recitations/recitations.rules.ts";
import { getTexts } from "#translations/marking.ts";
import { getTexts as getRecitationTexts } from "#translations/recitations.ts";
import { SettledButton } from "./SettledButton.tsx";
import type { FinishedLesson } from "./use-marking.ts";

/** The lesson's kind, passage and number of mistakes. */
export function describeLesson({ lesson }: FinishedLesson): string {
  const { kind, mistakes = 0 } = lesson.input;
  return getTexts("marking")("finished", {
    kind: kindNames[kind],
    passage: describePassage(lesson.passage),
    mistakes: getRecitationTexts("recitations")("mistakes", { count: mistakes }),
  });
}

interface TakeBackProps {
  finished: FinishedLesson;
  onDone: () => void;
}

/** Removes the lesson from the log again. */
export function TakeBack({ finished, onDone }: TakeBackProps) {
  const t = getTexts("marking");
  const [state, setState] = useState<{ isBusy?: boolean; problem?: string }>({});
  const takeBack = async () => {
    setState({ isBusy: true });
    try {
      await takeBackLesson(finished.lesson, finished.marking);
      setState({});
      onDone();
    } catch (error) {
      setState({ problem: messageOf(error) });
    }
  };
  return (
    <>
      {state.problem && <p role="alert">{state.problem}</p>}
      <SettledButton look="quiet" busy={state.isBusy === true} onClick={() => void takeBack()}>
        {t("takeBack")}
      </SettledButton>
    </>
  );
}

/** What was logged for the student before this one. The lesson can be taken back while the next student recites. */
export function FormerLesson({ finished }: Omit<TakeBackProps, "onDone">) {
  const t = getTexts("marking");
  const [isTakenBack, setTakenBack] = useState(false);
  const name = finished.lesson.studentName;
  return (
    <div className="marking-refused">
      <p role="status">
        {isTakenBack
          ? t("takenBack", { name })
          : t("logged", { name, lesson: describeLesson(finished) })}
      </p>
      {!isTakenBack && <TakeBack finished={finished} onDone={() => setTakenBack(true)} />}
    </div>
  );
}
