import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { describePassage } from "#lib/quran/quran.ts";
import { takeBackLesson } from "#lib/recitations/client/lesson-outbox.ts";
import { kindNames } from "#lib/recitations/recitations.rules.ts";
import { getTexts } from "#translations/marking.ts";
import { getTexts as getRecitationTexts } from "#translations/recitations.ts";
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
  /** Whether the button has just appeared, and ignores the second tap of a double tap. */
  isSettling: boolean;
  onDone: () => void;
}

/** Removes the lesson from the log again. */
export function TakeBack({ finished, isSettling, onDone }: TakeBackProps) {
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
      <Button
        look="quiet"
        className="btn-sm"
        busy={state.isBusy === true}
        aria-disabled={isSettling}
        onClick={() => {
          if (!isSettling) void takeBack();
        }}
      >
        {t("takeBack")}
      </Button>
    </>
  );
}

/** What was logged for the student before this one. The lesson can be taken back while the next student recites. */
export function FormerLesson({ finished, isSettling }: Omit<TakeBackProps, "onDone">) {
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
      {!isTakenBack && (
        <TakeBack finished={finished} isSettling={isSettling} onDone={() => setTakenBack(true)} />
      )}
    </div>
  );
}
