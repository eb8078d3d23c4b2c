import type { ReactNode } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { recapPath } from "#lib/live-pages/live-pages.rules.ts";
import { getTexts } from "#translations/live-pages.ts";
import { LeaveLink } from "./LeaveLink.tsx";
import { useLive } from "./live-context.ts";

/**
 * Notices for the viewer: about the connection, the lead's absence, rejected commands, and the end
 * of the class.
 */
export function Notices() {
  const t = getTexts("livePages");
  const { classId, view, session, facts, isLead, onLeave } = useLive();
  const { stream, problem, isLeadAway, state, hostId } = view;
  const isHydrated = useHydrated();
  const now = useNow(15_000);
  const isOver = isHydrated && now >= Date.parse(facts.endsAt);
  const isTeacherLead = state.lead._id === hostId;
  const notices: ReactNode[] = [];
  if (problem !== undefined) {
    notices.push(
      <Alert key="problem">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p>{problem}</p>
          <Button look="plain" className="btn-sm" onClick={session.dismissProblem}>
            {t("dismiss")}
          </Button>
        </div>
      </Alert>,
    );
  }
  if (stream === "offline" || stream === "reconnecting") {
    notices.push(
      <Alert key="stream" kind="warning">
        <strong>{t(stream === "offline" ? "stateOffline" : "stateReconnecting")}</strong>{" "}
        {t("offlineText")}
      </Alert>,
    );
  } else if (isLeadAway && state.shared && !isLead) {
    notices.push(
      <Alert key="away" kind="info">
        <strong>
          {isTeacherLead ? t("leadAwayTeacher") : t("leadAwayOther", { name: state.lead.name })}
        </strong>
        {". "}
        {t("leadAwayText")}
      </Alert>,
    );
  }
  if (facts.isCanceled) notices.push(<Alert key="canceled">{t("canceledText")}</Alert>);
  else if (isOver) {
    notices.push(
      <Alert key="over" kind="info">
        {t("over")}{" "}
        <LeaveLink path={recapPath(classId)} className="link" onLeave={onLeave}>
          {t("recap.open")}
        </LeaveLink>
      </Alert>,
    );
  }
  if (state.reciter?._id === view.profileId) {
    notices.push(
      <Alert key="reciter" kind="success">
        {t("youRecite")}
      </Alert>,
    );
  }
  return notices.length > 0 && <div className="live-notices">{notices}</div>;
}
