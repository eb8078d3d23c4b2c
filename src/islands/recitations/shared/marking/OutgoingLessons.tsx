import { useStore } from "@nanostores/react";
import { Button } from "#islands/ui/Button.tsx";
import { describePassage } from "#lib/quran/quran.ts";
import { discardLesson, retryLesson } from "#lib/recitations/client/lesson-outbox.ts";
import { $outgoingLessons } from "#lib/recitations/marking.store.ts";
import { getTexts } from "#translations/marking.ts";

/**
 * The finished recitations that haven't been saved: how many are waiting, and which ones the server
 * rejected.
 */
export function OutgoingLessons() {
  const t = getTexts("marking");
  const lessons = useStore($outgoingLessons);
  const waiting = lessons.filter(({ refusal }) => refusal === undefined).length;
  return (
    <>
      <p role="status" className="marking-waiting">
        {waiting > 0 && t("waiting", { count: waiting })}
      </p>
      {lessons.map((lesson) => {
        const { input, refusal, studentName } = lesson;
        if (refusal === undefined) return null;
        const passage = describePassage(lesson.passage);
        return (
          <div key={input.clientId} role="alert" className="marking-refused">
            <p>{t("refused", { name: studentName, passage, reason: refusal })}</p>
            <Button look="quiet" className="btn-sm" onClick={() => retryLesson(lesson)}>
              {t("retry")}
            </Button>
            <Button look="plain" className="btn-sm" onClick={() => discardLesson(lesson)}>
              {t("discard")}
            </Button>
          </div>
        );
      })}
    </>
  );
}
