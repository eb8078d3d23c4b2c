import { JoinButton } from "#islands/rooms/shared/JoinButton.tsx";
import { Star } from "#islands/ui/Star.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import type { ClassView } from "#lib/classes/classes.responses.ts";
import { getLivePageLabel, livePagePath } from "#lib/live-pages/live-pages.rules.ts";
import { joinMinutesBefore, type RoomPhase } from "#lib/rooms/room-opening.ts";
import { localizePath } from "#lib/site/locale.ts";
import { localizeUrl } from "#lib/site/localize-url.ts";
import { getOpenInZoomLabel } from "#lib/zoom-app/zoom-app.rules.ts";
import { getTexts } from "#translations/classes.ts";
import { ClassTime } from "./ClassTime.tsx";
import { phaseOfClass } from "./phase-of-class.ts";

const t = getTexts("classes");

interface NextClassProps {
  classes: readonly ClassView[];
  zone: string;
  teacherZone: string;
}

/** The next class, with a button that is enabled when students can join. */
export function NextClass({ classes, zone, teacherZone }: NextClassProps) {
  const now = useNow();
  const next = classes.find((each) => !each.isCancelled && phaseOfClass(each, now) !== "over");
  if (!next) {
    return (
      <section className="panel grid justify-items-center gap-2 px-6 py-10 text-center">
        <Star className="size-9 text-accent" />
        <h2 className="text-lg">{t("noUpcoming")}</h2>
        <p className="muted text-sm">{classes.length === 0 ? t("noDates") : t("allEnded")}</p>
      </section>
    );
  }
  const phase = phaseOfClass(next, now);
  return (
    <section
      aria-labelledby="next-class"
      className={`panel grid items-center gap-5 p-6 sm:grid-cols-[1fr_auto] ${phase === "coming" ? "" : "border-secondary"}`}
    >
      <div className="grid gap-2">
        <h2 id="next-class" className="eyebrow">
          {phase === "running" ? t("inProgress") : t("next")}
          <span className="muted font-medium normal-case">
            {" "}
            · {t("classNumber", { number: next.number })}
          </span>
        </h2>
        <ClassTime {...next} zone={zone} teacherZone={teacherZone} large now={now} />
        {next.note && (
          <p className="muted text-sm" dir="auto">
            {next.note}
          </p>
        )}
      </div>
      <Join next={next} phase={phase} />
    </section>
  );
}

function Join({ next, phase }: { next: ClassView; phase: RoomPhase }) {
  const isOpen = phase !== "coming";
  return (
    <div className="grid gap-2 sm:justify-items-end">
      <JoinButton
        label={t("join")}
        href={next.meeting && localizeUrl(next.meeting.joinUrl)}
        isOpen={isOpen}
        className="btn-lg"
      />
      {isOpen && (
        <a className="btn btn-outline border-base-300" href={localizePath(livePagePath(next._id))}>
          {getLivePageLabel()}
        </a>
      )}
      {isOpen && next.meeting?.zoomUrl && (
        <a className="btn btn-ghost" href={localizeUrl(next.meeting.zoomUrl)}>
          {getOpenInZoomLabel()}
        </a>
      )}
      <p className="muted tabular text-sm" role="status">
        {isOpen && !next.meeting && t("notOpened")}
        {phase === "running" && next.meeting && t("hasStarted")}
        {phase === "open" && next.meeting && t("isOpen")}
        {phase === "coming" && t("opens", { minutes: joinMinutesBefore })}
      </p>
    </div>
  );
}
