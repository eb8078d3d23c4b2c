import { useId } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { localizePath } from "#lib/site/locale.ts";
import { getOpenInZoomLabel, openInZoomPath } from "#lib/zoom-app/zoom-app.rules.ts";
import { getTexts } from "#translations/live-pages.ts";
import { LeaveLink } from "./LeaveLink.tsx";
import { languageNames } from "./language-names.ts";
import { useLive } from "./live-context.ts";
import { findOwnTranslation, type OwnTranslation } from "./text/shown-languages.ts";
import { useOffered } from "./text/use-offered.ts";
import { maxTextSize, type ReadingSettings } from "./text/use-reading-settings.ts";

/** The reader names the sources of the text and the translations at the end of its page. */
const creditsPath = "/quran/1#credits";
/** The reader explains the colors above the text. */
const legendPath = "/quran/1?tajweed=1";

/** The viewer's own language, text size and theme. */
export function DisplayDialog({
  settings,
  onClose,
}: {
  settings: ReadingSettings;
  onClose: () => void;
}) {
  const t = getTexts("livePages");
  const languageId = useId();
  const { translation, size, tajweed, change } = settings;
  const { classId, facts, layout, onLeave, view } = useLive();
  const offered = useOffered(view.state.current);
  return (
    <Dialog open title={t("display")} onClose={onClose}>
      <div className="grid gap-1.5">
        <label htmlFor={languageId} className="text-sm font-medium">
          {t("myTranslation")}
        </label>
        <select
          id={languageId}
          className="select w-full"
          value={findOwnTranslation(translation, offered)}
          onChange={({ target }) => change({ translation: target.value as OwnTranslation })}
        >
          {offered.map(({ language }) => (
            <option key={language} value={language}>
              {t(languageNames[language])}
            </option>
          ))}
          <option value="none">{t("noTranslation")}</option>
        </select>
      </div>
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">{t("textSize")}</p>
        <div className="flex gap-2">
          <Button
            look="quiet"
            className="flex-1"
            aria-label={t("smaller")}
            aria-disabled={size === 0}
            onClick={() => change({ size: Math.max(0, size - 1) })}
          >
            <span className="text-sm">A</span>
          </Button>
          <Button
            look="quiet"
            className="flex-1"
            aria-label={t("larger")}
            aria-disabled={size === maxTextSize}
            onClick={() => change({ size: Math.min(maxTextSize, size + 1) })}
          >
            <span className="text-xl">A</span>
          </Button>
        </div>
      </div>
      <label className="live-choice">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          checked={tajweed}
          onChange={({ target }) => change({ tajweed: target.checked })}
        />
        {t("tajweed")}
      </label>
      {tajweed && (
        <LeaveLink path={legendPath} className="link link-secondary text-sm" onLeave={onLeave}>
          {t("tajweedLegend")}
        </LeaveLink>
      )}
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">{t("theme")}</p>
        {/* The script in the page's head applies the theme. */}
        <button
          type="button"
          data-theme-toggle
          className="btn btn-outline border-base-300 hover:border-base-300 hover:bg-base-200"
        >
          {t("changeTheme")}
        </button>
      </div>
      {layout === "page" && facts.isInZoom && (
        <a className="btn btn-outline border-base-300" href={localizePath(openInZoomPath(classId))}>
          {getOpenInZoomLabel()}
        </a>
      )}
      <LeaveLink path={creditsPath} className="link link-secondary py-2 text-sm" onLeave={onLeave}>
        {t("credits")}
      </LeaveLink>
    </Dialog>
  );
}
