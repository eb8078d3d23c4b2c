import type { ReactNode } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { getTexts as getLivePagesTexts } from "#translations/live-pages.ts";
import { getTexts as getRecitationsTexts } from "#translations/recitations.ts";
import type { Leading } from "./lead/use-leading.ts";
import { useLive } from "./live-context.ts";

interface DockProps {
  leading: Leading;
  /** Returns to the current verse. Missing while the viewer follows it. */
  back: (() => void) | undefined;
  onShare: () => void;
  onClass: () => void;
  /** Starts or stops marking mistakes. Missing unless the teacher listens to a student. */
  onMark: (() => void) | undefined;
  isMarking: boolean;
  /** Above the buttons. */
  children: ReactNode;
}

/** Stays at the bottom: moving on for the lead, the raised hand and the way back for others. */
export function Dock(props: DockProps) {
  const { leading, back, onShare, onClass, onMark, isMarking, children } = props;
  const t = getLivePagesTexts("livePages");
  const { view, session, isLead } = useLive();
  const { state, role, isHandRaised, hands, lead } = { ...view, ...view.state };
  const isTeacherLead = lead._id === view.hostId;
  return (
    <div className="live-dock">
      {children}
      {back && state.current !== null && (
        <Button className="live-back" onClick={back}>
          <Icon name="arrow" className="size-4 rotate-90" />
          {isTeacherLead
            ? t("backToTeacher", { verse: state.current })
            : t("backToLead", { name: lead.name, verse: state.current })}
        </Button>
      )}
      <div className="live-dock-row">
        {isLead && state.shared && <Steps leading={leading} current={state.current} />}
        {isLead && (
          <Button look="quiet" onClick={onShare}>
            <Icon name="book" className="size-5" />
            <span className="live-label">{t("share")}</span>
          </Button>
        )}
        {onMark && !isMarking && (
          <Button look="quiet" onClick={onMark}>
            <Icon name="pencil" className="size-5" />
            <span>{getRecitationsTexts("recitations")("markMistakes")}</span>
          </Button>
        )}
        {role !== "host" && !isLead && (
          <Button
            look={isHandRaised ? "main" : "quiet"}
            aria-pressed={isHandRaised}
            onClick={() => void session.send({ command: isHandRaised ? "lower" : "raise" })}
          >
            <Icon name="hand" className="size-5" />
            <span>{t("raise")}</span>
          </Button>
        )}
        {!isLead && state.shared && (
          <p className="muted text-sm">{state.locked ? t("locked") : t("free")}</p>
        )}
        {role !== "participant" && (
          <Button look="quiet" className="live-class-button" onClick={onClass}>
            <Icon name="people" className="size-5" />
            <span className="live-label">{t("class")}</span>
            {hands > 0 && (
              <span className="badge sand">
                <Icon name="hand" className="size-4" />
                <span aria-hidden="true">{hands}</span>
                <span className="sr-only">{t("handsRaised", { count: hands })}</span>
              </span>
            )}
          </Button>
        )}
      </div>
    </div>
  );
}

function Steps({ leading, current }: { leading: Leading; current: string | null }) {
  const t = getLivePagesTexts("livePages");
  const end = (isEnd: boolean) => ({
    "aria-disabled": isEnd,
    className: isEnd ? "live-step btn-disabled" : "live-step",
  });
  return (
    <div className="live-steps">
      <Button
        look="quiet"
        {...end(leading.isFirst)}
        aria-label={t("previous")}
        onClick={leading.previous}
      >
        <Icon name="arrow" className="size-5 -rotate-90" />
      </Button>
      <span className="tabular live-current">{current}</span>
      <Button {...end(leading.isLast)} aria-label={t("next")} onClick={leading.next}>
        <Icon name="arrow" className="size-5 rotate-90" />
      </Button>
    </div>
  );
}
