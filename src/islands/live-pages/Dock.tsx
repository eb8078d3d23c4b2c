import type { ReactNode } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { getTexts as getLivePagesTexts } from "#translations/live-pages.ts";
import { getTexts as getRecitationsTexts } from "#translations/recitations.ts";
import { Steps } from "./lead/Steps.tsx";
import type { Leading } from "./lead/use-leading.ts";
import { useLive } from "./live-context.ts";
import type { Follow } from "./text/use-follow.ts";

interface DockProps {
  leading: Leading;
  /** Returns to the current verse. Undefined while the viewer is following it. */
  back: Pick<Follow, "attach" | "isAbove"> | undefined;
  onShare: () => void;
  onClass: () => void;
  /** Starts or stops marking mistakes. Undefined unless a student recites to the teacher. */
  onMark: (() => void) | undefined;
  isMarking: boolean;
  /** Content above the buttons. */
  children: ReactNode;
}

/**
 * The bar at the bottom. The lead sees buttons that move to another verse. Everyone else sees the
 * button for raising a hand and the way back to the current verse.
 */
export function Dock(props: DockProps) {
  const { leading, back, onShare, onClass, onMark, isMarking, children } = props;
  const t = getLivePagesTexts("livePages");
  const { view, session, isLead, facts } = useLive();
  const { state, role, isHandRaised, hands, lead } = { ...view, ...view.state };
  const isTeacherLead = lead._id === view.hostId;
  return (
    <div className="live-dock">
      {children}
      {back && state.current !== null && (
        <Button className="live-back" onClick={back.attach}>
          <Icon name="arrow" className={`size-4 ${back.isAbove ? "-rotate-90" : "rotate-90"}`} />
          {isTeacherLead
            ? t("backToTeacher", { verse: state.current })
            : t("backToLead", { name: lead.name, verse: state.current })}
        </Button>
      )}
      <div className="live-dock-row">
        {isLead && state.shared && <Steps leading={leading} current={state.current} />}
        {isLead && state.shared && (
          <Button look="quiet" className="live-share" onClick={onShare}>
            <Icon name="book" className="size-5" />
            <span className="live-label">{t("shareOther")}</span>
          </Button>
        )}
        {onMark && !isMarking && (
          <Button look="quiet" className="live-mark" onClick={onMark}>
            <Icon name="pencil" className="size-5" />
            <span>{getRecitationsTexts("recitations")("markMistakes")}</span>
          </Button>
        )}
        {role !== "host" && !isLead && !facts.isCanceled && (
          <Button
            look="quiet"
            className={isHandRaised ? "live-raised" : ""}
            onClick={() => void session.send({ command: isHandRaised ? "lower" : "raise" })}
          >
            <Icon name="hand" className="size-5" />
            <span>{t(isHandRaised ? "lowerHand" : "raise")}</span>
          </Button>
        )}
        {!isLead && state.shared && (
          <p className="live-reading">{state.locked ? t("locked") : t("free")}</p>
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
