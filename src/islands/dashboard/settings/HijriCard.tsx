import { showHijriDates, useHijriDates } from "#islands/timeline/shared/hijri-setting.ts";
import { getTexts } from "#translations/account-settings.ts";
import { SettingsCard } from "./SettingsCard.tsx";

const t = getTexts("accountSettings");

/** Whether dates of classes and meetings have a second line. */
export function HijriCard() {
  const isShown = useHijriDates();
  return (
    <SettingsCard title={t("hijri.title")} hint={t("hijri.hint")}>
      <label className="flex items-center gap-3 justify-self-start text-sm">
        <input
          type="checkbox"
          className="checkbox"
          checked={isShown}
          onChange={({ target }) => showHijriDates(target.checked)}
        />
        <span className="font-medium">{t("hijri.label")}</span>
      </label>
    </SettingsCard>
  );
}
