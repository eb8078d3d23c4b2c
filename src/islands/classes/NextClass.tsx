import { Star } from "#islands/ui/Star.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import type { ClassView } from "#lib/classes/classes.responses.ts";
import { type ClassPhase, classPhase, joinMinutesBefore } from "#lib/classes/classes.rules.ts";
import { livePageLabel, livePagePath } from "#lib/live-pages/live-pages.rules.ts";
import { openInZoomLabel } from "#lib/zoom-app/zoom-app.rules.ts";
import { ClassTime } from "./ClassTime.tsx";
import { countDown } from "./count-down.ts";

interface NextClassProps {
  classes: readonly ClassView[];
  zone: string;
  teacherZone: string;
  /** The server's time, in milliseconds. */
  renderedAt: number;
}

/** The next class, with a button that is enabled when students can join. */
export function NextClass({ classes, zone, teacherZone, renderedAt }: NextClassProps) {
  const now = useNow(renderedAt);
  const next = classes.find((each) => !each.isCancelled && classPhase(each, now) !== "over");
  if (!next) {
    return (
      <section className="panel grid justify-items-center gap-2 px-6 py-10 text-center">
        <Star className="size-9 text-accent" />
        <h2 className="text-lg">No upcoming classes</h2>
        <p className="muted text-sm">
          {classes.length === 0
            ? "Dates will appear here once your teacher sets them."
            : "All classes in this course have ended."}
        </p>
      </section>
    );
  }
  const phase = classPhase(next, now);
  return (
    <section
      aria-labelledby="next-class"
      className={`panel grid items-center gap-5 p-6 sm:grid-cols-[1fr_auto] ${phase === "coming" ? "" : "border-secondary"}`}
    >
      <div className="grid gap-2">
        <h2 id="next-class" className="eyebrow">
          {phase === "running" ? "In progress" : "Next class"}
          <span className="muted font-medium normal-case"> · Class {next.number}</span>
        </h2>
        <ClassTime {...next} zone={zone} teacherZone={teacherZone} large />
        {next.note && (
          <p className="muted text-sm" dir="auto">
            {next.note}
          </p>
        )}
      </div>
      <Join next={next} phase={phase} now={now} />
    </section>
  );
}

function Join({ next, phase, now }: { next: ClassView; phase: ClassPhase; now: number }) {
  const isOpen = phase !== "coming";
  const waits = countDown(Date.parse(next.startsAt) - now);
  return (
    <div className="grid gap-2 sm:justify-items-end">
      {isOpen && next.meeting ? (
        <a
          className="btn btn-secondary btn-lg"
          href={next.meeting.joinUrl}
          target="_blank"
          rel="noopener"
        >
          Join class
        </a>
      ) : (
        <button type="button" className="btn btn-lg" disabled>
          Join class
        </button>
      )}
      {isOpen && (
        <a className="btn btn-outline border-base-300" href={livePagePath(next._id)}>
          {livePageLabel}
        </a>
      )}
      {isOpen && next.meeting?.zoomUrl && (
        <a className="btn btn-ghost" href={next.meeting.zoomUrl}>
          {openInZoomLabel}
        </a>
      )}
      <p className="muted tabular text-sm" role="status">
        {isOpen && !next.meeting && "Your teacher hasn't opened the room yet."}
        {phase === "running" && next.meeting && "The class has started."}
        {phase === "open" && next.meeting && "The room is open."}
        {phase === "coming" && `Opens ${joinMinutesBefore} minutes before class`}
      </p>
      {phase !== "running" && (
        <p className="muted tabular text-xs" aria-live="off">
          Starts in {waits}
        </p>
      )}
    </div>
  );
}
