import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { deferPart } from "#islands/ui/deferred.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { Pager } from "#islands/ui/Pager.tsx";
import { useViewerZone } from "#islands/ui/time/use-viewer-zone.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import {
  removeRecitation,
  type SeatKey,
  saveRecitation,
} from "#lib/recitations/recitations.calls.ts";
import {
  recitationLogOptions,
  refreshRecitationLog,
} from "#lib/recitations/recitations.queries.ts";
import type { RecitationView } from "#lib/recitations/recitations.responses.ts";
import type { RecitationKind } from "#lib/recitations/recitations.rules.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/lesson-log.ts";
import { withTexts } from "#translations/load.ts";
import { QuranChart } from "./chart/QuranChart.tsx";
import { toInput, toNewValues, toValues } from "./lesson-form/recitation-form.ts";
import { OwnLessons } from "./OwnLessons.tsx";
import { hideLesson, showNewLesson } from "./pending-lessons.ts";

const t = getTexts("lessonLog");

/** The page's first view is the log, because the form's code is larger than all the rest. */
const LessonForm = deferPart(
  async () => (await withTexts(import("./lesson-form/LessonForm.tsx"))).LessonForm,
  { Waiting: FormSpace, isPatient: true },
);

const UndoNote = deferPart(
  async () => (await withTexts(import("#islands/ui/feedback/UndoNote.tsx"))).UndoNote,
  { isRare: true },
);

/** Reserves about the height of an empty form, so that the page doesn't jump. */
function FormSpace() {
  return (
    <div className="not-scripted:hidden min-h-[36rem]">
      <Loading label={t("lessons.loadingForm")} />
    </div>
  );
}

interface StudentLogProps {
  seat: SeatKey;
  /** Today's date in the teacher's time zone, YYYY-MM-DD. */
  today: string;
  /** Shows a success message and refreshes the list of students. */
  onChanged: (text: string) => void;
}

/** Logs a deleted lesson again. Its ID makes sure that this happens only once. */
async function logAgain(seat: SeatKey, lesson: RecitationView): Promise<void> {
  const { markedWords = [] } = lesson;
  const clientId = markedWords.length > 0 ? { clientId: lesson._id } : {};
  const input = { markedWords: [], ...toInput(toValues(lesson)), ...clientId };
  await saveRecitation(seat, input);
}

/** A student's log: the form for a new lesson, past lessons and the memorization progress. */
export function StudentLog({ seat, today, onChanged }: StudentLogProps) {
  const zone = useViewerZone();
  const [page, setPage] = useState(1);
  const [kind, setKind] = useState<RecitationKind>("sabaq");
  const [date, setDate] = useState(today);
  const [saved, setSaved] = useState(0);
  const [correcting, setCorrecting] = useState<RecitationView>();
  const [deleted, setDeleted] = useState<RecitationView>();
  const [undone, setUndone] = useState<string>();
  const adding = useRef<HTMLElement>(null);
  useEffect(() => {
    // The pressed button has disappeared with the saved form.
    if (saved > 0) adding.current?.querySelector<HTMLElement>("input:checked, select")?.focus();
  }, [saved]);
  const list = useQuery(
    { ...recitationLogOptions(seat, page), placeholderData: keepPreviousData },
    queryClient,
  );
  if (list.isPending) return <Loading label={t("lessons.loading")} />;
  if (list.isError) {
    return <QueryError query={list} />;
  }
  const log = list.data;
  const changed = async (text: string) => {
    setCorrecting(undefined);
    setDeleted(undefined);
    onChanged(text);
    await refreshRecitationLog(seat);
  };
  const remove = async (lesson: RecitationView) => {
    setUndone(undefined);
    const undo = hideLesson(seat, page, lesson);
    try {
      await removeRecitation(lesson._id);
    } catch (error) {
      undo();
      setUndone(t("lessons.failed", { passage: lesson.passage, reason: messageOf(error) }));
      return;
    }
    await changed(t("lessons.deleted"));
    setDeleted(lesson);
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[24rem_1fr]">
      <section
        ref={adding}
        className="panel grid gap-4 p-5 lg:sticky lg:top-24"
        aria-labelledby="new-lesson"
      >
        <h2 id="new-lesson" className="text-lg">
          {t("lessons.add")}
        </h2>
        <LessonForm
          // The form is reset only after saving, so that no input is lost.
          key={saved}
          seat={seat}
          initial={toNewValues(kind, log.next, date)}
          today={today}
          begin={(each) => toNewValues(each, log.next, today)}
          onSaving={(input) => showNewLesson(seat, input)}
          onSaved={async (input) => {
            setKind(input.kind);
            setDate(input.date);
            setPage(1);
            await changed(t("lessons.saved"));
            setSaved(saved + 1);
          }}
        />
      </section>
      <div className="grid min-w-0 gap-6">
        <section className="panel grid gap-4 p-5" aria-labelledby="chart">
          <h2 id="chart" className="text-lg">
            {t("lessons.progress")}
          </h2>
          <QuranChart
            chart={log.chart}
            now={new Date(list.dataUpdatedAt).toISOString()}
            zone={zone}
          />
        </section>
        {undone && <Alert>{undone}</Alert>}
        {deleted && (
          <UndoNote
            key={deleted._id}
            message={t("lessons.deletedPassage", { passage: isolatedInRtl(deleted.passage) })}
            undo={() => logAgain(seat, deleted)}
            onUndone={() => void changed(t("lessons.saved"))}
          />
        )}
        <OwnLessons
          lessons={log.lessons}
          // Lesson dates are in the teacher's time zone.
          zone={log.course.timeZone}
          onCorrect={setCorrecting}
          onRemove={(lesson) => void remove(lesson)}
        />
        <Pager page={log.page} pages={log.pages} onPage={setPage} />
      </div>
      {correcting && (
        <Dialog open title={t("lessons.editTitle")} onClose={() => setCorrecting(undefined)}>
          <LessonForm
            seat={seat}
            lessonId={correcting._id}
            initial={toValues(correcting)}
            today={today}
            onSaved={() => changed(t("lessons.updated"))}
            onCancel={() => setCorrecting(undefined)}
          />
        </Dialog>
      )}
    </div>
  );
}
