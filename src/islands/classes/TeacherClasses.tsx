import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import { deferDialog } from "#islands/ui/deferred.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { Toast } from "#islands/ui/feedback/Toast.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import { useViewerZone } from "#islands/ui/time/use-viewer-zone.ts";
import { classesOptions } from "#lib/classes/classes.queries.ts";
import type { ClassView } from "#lib/classes/classes.responses.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { getLivePageLabel, livePagePath } from "#lib/live-pages/live-pages.rules.ts";
import { roomPhase } from "#lib/rooms/room-opening.ts";
import { localizePath } from "#lib/site/locale.ts";
import { localizeUrl } from "#lib/site/localize-url.ts";
import { getOpenInZoomLabel } from "#lib/zoom-app/zoom-app.rules.ts";
import { getTexts as getClassTexts } from "#translations/classes.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/teacher-classes.ts";
import { Attendance } from "./Attendance.tsx";
import { CancelClass } from "./CancelClass.tsx";
import { ClassTable } from "./ClassTable.tsx";
import { RecapLink } from "./RecapLink.tsx";
import { RoomLink } from "./RoomLink.tsx";

const t = getTexts("teacherClasses");
const classTexts = getClassTexts("classes");

const MoveClass = deferDialog(async () => (await withTexts(import("./MoveClass.tsx"))).MoveClass);

const toastMs = 3_000;

type Doing = "move" | "cancel" | "attendance";

/** The classes of a course, with the teacher's actions to start, move and cancel them. */
function OwnClasses({ courseId }: { courseId: string }) {
  const zone = useViewerZone();
  const now = useNow(30_000);
  const [chosen, setChosen] = useState<{ doing: Doing; class: ClassView }>();
  const [notice, setNotice] = useState<string>();
  const forget = useCallback(() => setNotice(undefined), []);
  const list = useQuery(classesOptions(courseId), queryClient);
  if (list.isPending) return <Loading label={t("loading")} />;
  if (list.isError) {
    return <QueryError query={list} />;
  }
  const { classes, timeZone } = list.data;
  if (classes.length === 0) {
    return (
      <EmptyState
        title={t("noClasses")}
        action={
          <a className="btn btn-secondary" href={localizePath(`/edit-course/${courseId}`)}>
            {t("editCourse")}
          </a>
        }
      >
        {t("noClassesText")}
      </EmptyState>
    );
  }
  const over = classes.filter((each) => roomPhase(each, now) === "over");
  const coming = classes.filter((each) => roomPhase(each, now) !== "over");
  const shared = { zone, teacherZone: timeZone, own: true };
  const open = (doing: Doing, each: ClassView) => setChosen({ doing, class: each });
  const close = async (message?: string) => {
    // The dialog then returns the focus to the buttons that the changed class has.
    if (message) await list.refetch();
    setChosen(undefined);
    if (message === undefined) return;
    setNotice(message || undefined);
    if (!message) void list.refetch();
  };
  return (
    <div className="grid gap-8">
      <ClassTable
        {...shared}
        title={classTexts("upcoming")}
        classes={coming}
        now={now}
        empty={classTexts("allEnded")}
        action={(each) => (
          <ComingActions
            shown={each}
            now={now}
            onOpen={open}
            onChange={() => void list.refetch()}
          />
        )}
      />
      {over.length > 0 && (
        <ClassTable
          {...shared}
          title={classTexts("past")}
          classes={over.toReversed()}
          empty=""
          action={(each) => <PastActions shown={each} onOpen={open} />}
        />
      )}
      {chosen?.doing === "move" && (
        <MoveClass moving={chosen.class} timeZone={timeZone} onClose={close} />
      )}
      {chosen?.doing === "cancel" && (
        <CancelClass canceling={chosen.class} zone={zone} onClose={close} />
      )}
      {chosen?.doing === "attendance" && (
        <Attendance of={chosen.class} zone={zone} onClose={() => void close("")} />
      )}
      <Toast message={notice} duration={toastMs} onHidden={forget} />
    </div>
  );
}

interface ActionsProps {
  shown: ClassView;
  onOpen: (doing: Doing, shown: ClassView) => void;
}

const small = "btn btn-sm btn-ghost";

function ComingActions({
  shown,
  now,
  onOpen,
  onChange,
}: ActionsProps & { now: number; onChange: () => void }) {
  const hasBegun = roomPhase(shown, now) === "running";
  const nameAction = (action: string) =>
    classTexts("actionOnClass", { action, number: shown.number });
  const moving = shown.isCancelled ? t("reinstate") : t("move");
  return (
    <>
      {!shown.isCancelled && <RoomLink shown={shown} onChange={onChange} />}
      {!shown.isCancelled && (
        <a
          className={small}
          href={localizePath(livePagePath(shown._id))}
          aria-label={nameAction(getLivePageLabel())}
        >
          {getLivePageLabel()}
        </a>
      )}
      {hasBegun && !shown.isCancelled && shown.meeting?.zoomUrl && (
        <a
          className={small}
          href={localizeUrl(shown.meeting.zoomUrl)}
          aria-label={nameAction(getOpenInZoomLabel())}
        >
          {getOpenInZoomLabel()}
        </a>
      )}
      {hasBegun && !shown.isCancelled && (
        <button type="button" className={small} onClick={() => onOpen("attendance", shown)}>
          {t("attendance")}
        </button>
      )}
      {(!hasBegun || shown.isCancelled) && (
        <button
          type="button"
          className={small}
          aria-label={nameAction(moving)}
          onClick={() => onOpen("move", shown)}
        >
          {moving}
        </button>
      )}
      {!hasBegun && !shown.isCancelled && (
        <button
          type="button"
          className={`${small} text-error`}
          aria-label={nameAction(t("cancel"))}
          onClick={() => onOpen("cancel", shown)}
        >
          {t("cancel")}
        </button>
      )}
    </>
  );
}

function PastActions({ shown, onOpen }: ActionsProps) {
  if (shown.isCancelled) return null;
  return (
    <>
      <RecapLink shown={shown} />
      {shown.attendance && (
        <span className="muted tabular text-sm">{t("attendedCount", shown.attendance)}</span>
      )}
      <button
        type="button"
        className={small}
        aria-label={t("attendanceFor", { number: shown.number })}
        onClick={() => onOpen("attendance", shown)}
      >
        {t("attendance")}
      </button>
    </>
  );
}

export default function TeacherClasses({ courseId }: { courseId: string }) {
  return <GuardedProfile>{() => <OwnClasses courseId={courseId} />}</GuardedProfile>;
}
