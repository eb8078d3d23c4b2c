import { type ReactNode, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import type { ClassView } from "#lib/classes/classes.responses.ts";
import { clockDifference, formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/classes.ts";
import { ClassTime } from "./ClassTime.tsx";

const t = getTexts("classes");

/** How many items of a long list are shown at first. */
const shownAtFirst = 6;

interface ClassTableProps {
  /** Without a title, the list is part of something that has one. */
  title?: string;
  classes: readonly ClassView[];
  zone: string;
  teacherZone: string;
  own?: boolean;
  /** The current time, for classes that are upcoming. */
  now?: number;
  /** Text for an empty list. */
  empty: string;
  /** Renders the actions or the outcome of a class. */
  action?: (shown: ClassView) => ReactNode;
}

/**
 * A list of classes. Shows the first ones, and the rest on request. The teacher's time is repeated
 * only where the clocks of both zones differ by another time than before.
 */
export function ClassTable({
  title,
  classes,
  zone,
  teacherZone,
  own = false,
  now,
  empty,
  action,
}: ClassTableProps) {
  const [all, setAll] = useState(false);
  const shown = all ? classes : classes.slice(0, shownAtFirst);
  const differenceAt = (index: number) => {
    const { startsAt } = shown[index] ?? {};
    return startsAt && clockDifference(startsAt, zone, teacherZone);
  };
  return (
    <section className="grid gap-3">
      {title && (
        <h2 className="text-xl">
          {title} <span className="muted tabular text-base font-normal">{classes.length}</span>
        </h2>
      )}
      {classes.length === 0 && <p className="panel muted px-5 py-6 text-sm">{empty}</p>}
      {classes.length > 0 && (
        <ul className="panel divide-y divide-base-300">
          {shown.map((each, index) => (
            <li
              key={each._id}
              className="grid grid-cols-[2.25rem_1fr] items-start gap-x-3 gap-y-2 px-4 py-3 sm:grid-cols-[2.25rem_1fr_auto] sm:items-center"
            >
              <span
                className="muted tabular text-sm"
                title={t("classNumber", { number: each.number })}
              >
                {t.rich("numbered", {
                  number: each.number,
                  word: (text) => (
                    <span key="word" className="sr-only">
                      {text}
                    </span>
                  ),
                })}
              </span>
              <div className={each.isCancelled ? "muted [&_time]:line-through" : ""}>
                <ClassTime
                  {...each}
                  zone={zone}
                  teacherZone={
                    differenceAt(index) === differenceAt(index - 1) ? undefined : teacherZone
                  }
                  own={own}
                  now={now}
                />
                <ClassMarks shown={each} zone={zone} />
              </div>
              <div className="col-start-2 flex flex-wrap items-center gap-2 sm:col-start-3 sm:justify-end">
                {action?.(each)}
              </div>
            </li>
          ))}
        </ul>
      )}
      {classes.length > shown.length && (
        <Button look="quiet" className="btn-sm justify-self-start" onClick={() => setAll(true)}>
          {t("showAll", { count: classes.length })}
        </Button>
      )}
    </section>
  );
}

function ClassMarks({ shown, zone }: { shown: ClassView; zone: string }) {
  if (!shown.isCancelled && !shown.movedFrom) return null;
  return (
    <p className="muted mt-1 flex flex-wrap items-center gap-x-2 text-xs no-underline">
      {shown.isCancelled ? (
        <span className="badge badge-sm badge-error badge-outline">{t("canceledMark")}</span>
      ) : (
        <>
          <span className="badge badge-sm sand">{t("movedMark")}</span>
          {shown.movedFrom && (
            <span suppressHydrationWarning>
              {t("movedFrom", { time: formatInstant(shown.movedFrom, zone, Date.now()) })}
            </span>
          )}
        </>
      )}
      {shown.note && <span dir="auto">{shown.note}</span>}
    </p>
  );
}
