import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { type AlertKind, alertLook } from "#islands/ui/looks.ts";
import { useNow } from "#islands/ui/time/use-now.ts";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { recapPath } from "#lib/live-pages/live-pages.rules.ts";
import { getTexts } from "#translations/live-pages.ts";
import { LeaveLink } from "./LeaveLink.tsx";
import { TakeLead } from "./lead/TakeLead.tsx";
import { useLive } from "./live-context.ts";

/**
 * Whether someone has taken the lead from the viewer, who hasn't dismissed the notice yet. A viewer who
 * passed the lead on needs no notice.
 */
function useLostLead(
  isLead: boolean,
  isPassed: boolean,
): { hasLostLead: boolean; dismiss: () => void } {
  const [hasLed, setHasLed] = useState(isLead);
  useEffect(() => {
    if (isLead) setHasLed(true);
    else if (isPassed) setHasLed(false);
  }, [isLead, isPassed]);
  return { hasLostLead: hasLed && !isLead && !isPassed, dismiss: () => setHasLed(false) };
}

/** Always in view, so unlike other alerts, it doesn't scroll the page, which follows the lead. */
function Notice({ kind = "error", children }: { kind?: AlertKind; children: ReactNode }) {
  const { role, className } = alertLook(kind);
  return (
    <div role={role} className={className}>
      {children}
    </div>
  );
}

/**
 * Notices for the viewer: about the connection, the lead's absence, a lead that was taken, rejected
 * commands, and the end of the class.
 */
export function Notices() {
  const t = getTexts("livePages");
  const { classId, view, session, facts, isLead, onLeave } = useLive();
  const { stream, problem, isLeadAway, state, hostId } = view;
  const isHydrated = useHydrated();
  const now = useNow(15_000);
  const isOver = isHydrated && now >= Date.parse(facts.endsAt);
  const isTeacherLead = state.lead._id === hostId;
  const { hasLostLead, dismiss } = useLostLead(isLead, view.passedTo === state.lead._id);
  const notices: ReactNode[] = [];
  if (problem !== undefined) {
    notices.push(
      <Notice key="problem">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p>{problem}</p>
          <Button look="plain" className="btn-sm" onClick={session.dismissProblem}>
            {t("dismiss")}
          </Button>
        </div>
      </Notice>,
    );
  }
  if (hasLostLead && !facts.isCanceled) {
    notices.push(
      <Notice key="lead" kind="info">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p>{t("leadLost", { name: state.lead.name })}</p>
          <div className="flex gap-2">
            <TakeLead />
            <Button look="plain" onClick={dismiss}>
              {t("dismiss")}
            </Button>
          </div>
        </div>
      </Notice>,
    );
  }
  if (stream === "offline" || stream === "reconnecting") {
    notices.push(
      <Notice key="stream" kind="warning">
        <strong className="block">
          {t(stream === "offline" ? "stateOffline" : "stateReconnecting")}
        </strong>
        {t("offlineText")}
      </Notice>,
    );
  } else if (isLeadAway && state.shared && !isLead && !isOver) {
    notices.push(
      <Notice key="away" kind="info">
        <strong className="block">
          {isTeacherLead ? t("leadAwayTeacher") : t("leadAwayOther", { name: state.lead.name })}
        </strong>
        {t("leadAwayText")}
      </Notice>,
    );
  }
  if (facts.isCanceled) notices.push(<Notice key="canceled">{t("canceledText")}</Notice>);
  else if (isOver) {
    notices.push(
      <Notice key="over" kind="info">
        {t("over")}{" "}
        <LeaveLink path={recapPath(classId)} className="link" onLeave={onLeave}>
          {t("recap.open")}
        </LeaveLink>
      </Notice>,
    );
  }
  if (state.reciter?._id === view.profileId) {
    notices.push(
      <Notice key="reciter" kind="success">
        {t("youRecite")}
      </Notice>,
    );
  }
  return notices.length > 0 && <div className="live-notices">{notices}</div>;
}
