import { Icon } from "#islands/ui/Icon.tsx";
import { describePassage } from "#lib/quran/quran.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import { gearIcon } from "#lib/site/gear-icon.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getOpenInZoomLabel, openInZoomPath } from "#lib/zoom-app/zoom-app.rules.ts";
import { getTexts } from "#translations/live-pages.ts";
import { useLive } from "./live-context.ts";

/** The bar at the top: what is shared, who leads, and whether the page is connected. */
export function LiveBar({ onDisplay }: { onDisplay: () => void }) {
  const t = getTexts("livePages");
  const { classId, view, facts, isLead, layout } = useLive();
  const { state, stream, followers } = view;
  const [first, last] = [numberOfKey(state.from ?? ""), numberOfKey(state.to ?? "")];
  const isShared = first !== undefined && last !== undefined;
  const label = {
    connecting: t("stateConnecting"),
    open: t("stateOpen"),
    reconnecting: t("stateReconnecting"),
    offline: t("stateOffline"),
    missing: "",
    "signed-out": "",
  }[stream];
  const leads = isLead ? t("youLead") : t("leads", { name: state.lead.name });
  return (
    <header className="live-bar">
      <div className="live-place">
        <h1>{isShared ? describePassage({ first, last }) : t("title")}</h1>
        <p className="muted">
          <span className="live-state" data-state={stream}>
            {label}
          </span>
          <span className={state.reciter ? "live-fact live-reciter" : "live-fact"}>
            {state.reciter ? t("nowReciting", { name: state.reciter.name }) : leads}
          </span>
          {/* Facts in order of importance. Those that don't fit aren't shown. */}
          <span className="live-facts">
            {state.reciter && <span>{leads}</span>}
            <span dir="auto">{facts.courseTitle}</span>
          </span>
        </p>
      </div>
      <p className="live-count" title={t("followers", { count: followers })}>
        <Icon name="people" className="size-5" />
        <span aria-hidden="true">{followers}</span>
        <span className="sr-only">{t("followers", { count: followers })}</span>
      </p>
      {layout === "page" && facts.isInZoom && (
        <a className="btn btn-ghost live-zoom" href={localizePath(openInZoomPath(classId))}>
          {getOpenInZoomLabel()}
        </a>
      )}
      <button type="button" className="btn btn-ghost live-icon" onClick={onDisplay}>
        <Icon path={gearIcon} />
        <span className="live-icon-name">{t("display")}</span>
      </button>
    </header>
  );
}
