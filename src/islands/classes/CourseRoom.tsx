import { useQuery } from "@tanstack/react-query";
import { useNow } from "#islands/ui/time/use-now.ts";
import { useViewerZone } from "#islands/ui/time/use-viewer-zone.ts";
import { classesOptions } from "#lib/classes/classes.queries.ts";
import type { ClassView } from "#lib/classes/classes.responses.ts";
import { isBeforeEnrollment } from "#lib/classes/classes.rules.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { getTexts } from "#translations/classes.ts";
import { AttendanceBadge } from "./AttendanceBadge.tsx";
import { ClassTable } from "./ClassTable.tsx";
import { NextClass } from "./NextClass.tsx";
import { phaseOfClass } from "./phase-of-class.ts";
import { RecapLink } from "./RecapLink.tsx";
import { ReportLink } from "./ReportLink.tsx";

const t = getTexts("classes");

interface CourseRoomProps {
  courseId: string;
  classes: ClassView[];
  teacherZone: string;
  /** The viewer's time zone as the server knows it, so that times don't change after hydration. */
  viewerZone?: string | undefined;
  /** When the server loaded the classes, in milliseconds since the epoch. */
  renderedAt: number;
}

const second = 1_000;

/**
 * The next class and all other classes, for a student. Those from before the enrollment are folded,
 * because they don't count.
 */
export default function CourseRoom({
  courseId,
  classes,
  teacherZone,
  viewerZone = teacherZone,
  renderedAt,
}: CourseRoomProps) {
  const zone = useViewerZone(viewerZone);
  const now = useNow(30 * second);
  const list = useQuery(
    {
      ...classesOptions(courseId),
      initialData: { timeZone: teacherZone, classes },
      initialDataUpdatedAt: renderedAt,
      // Shortly before a class, its room appears, and it may be moved at the last minute.
      refetchInterval: 30 * second,
    },
    queryClient,
  );
  const all = list.data.classes;
  const before = all.filter(isBeforeEnrollment);
  const over = all.filter(
    (each) => phaseOfClass(each, now) === "over" && !isBeforeEnrollment(each),
  );
  const coming = all.filter((each) => phaseOfClass(each, now) !== "over");
  return (
    <div className="grid gap-8">
      <NextClass classes={all} zone={zone} teacherZone={teacherZone} />
      <ClassTable
        title={t("upcoming")}
        classes={coming}
        now={now}
        zone={zone}
        teacherZone={teacherZone}
        empty={t("noUpcoming")}
      />
      {over.length > 0 && (
        <ClassTable
          title={t("past")}
          classes={over.toReversed()}
          zone={zone}
          teacherZone={teacherZone}
          empty=""
          action={(each) => (
            <>
              <RecapLink shown={each} />
              <ReportLink shown={each} />
              <AttendanceBadge shown={each} />
            </>
          )}
        />
      )}
      {before.length > 0 && (
        <details>
          <summary className="muted mb-3 w-fit cursor-pointer text-sm">
            {t("beforeEnrollment", { count: before.length })}
          </summary>
          <ClassTable
            classes={before.toReversed()}
            zone={zone}
            teacherZone={teacherZone}
            empty=""
            action={(each) => <RecapLink shown={each} />}
          />
        </details>
      )}
      <p className="muted text-xs">{t("joiningCounts")}</p>
    </div>
  );
}
