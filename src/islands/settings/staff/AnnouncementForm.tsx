import { useFormContext, useWatch } from "react-hook-form";
import { languageFacts, languages } from "#lib/languages.ts";
import type { StaffSettings } from "#lib/settings/settings.responses.ts";
import { type LocalizedText, pickText } from "#lib/settings/settings.ts";
import { getTexts } from "#translations/settings.ts";
import { emptyText, Input, Localized, toInstant, toLocalTime } from "./fields.tsx";
import { type FormValues, SettingForm } from "./SettingForm.tsx";

const t = getTexts("settings");

interface Fields {
  text: LocalizedText;
  startsAt: string;
  endsAt: string;
}

const nothing: Fields = { text: emptyText, startsAt: "", endsAt: "" };

export function AnnouncementForm({ settings: { values } }: { settings: StaffSettings }) {
  const current = values.announcement;
  return (
    <SettingForm
      setting="announcement"
      fields={
        current
          ? {
              text: current.text,
              startsAt: toLocalTime(current.startsAt),
              endsAt: toLocalTime(current.endsAt),
            }
          : nothing
      }
      toValue={({ text, startsAt, endsAt }: Fields) => ({
        text,
        startsAt: toInstant(startsAt),
        endsAt: toInstant(endsAt),
      })}
      reset={
        current ? { label: t("announcement.remove"), value: null, fields: nothing } : undefined
      }
    >
      <Localized name="value.text" label={t("announcement.label")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Input name="value.startsAt" type="datetime-local" label={t("announcement.startsAt")} />
        <Input name="value.endsAt" type="datetime-local" label={t("announcement.endsAt")} />
      </div>
      <Preview />
    </SettingForm>
  );
}

/** The banner as pages show it, in each language that has a text. */
function Preview() {
  const { control } = useFormContext<FormValues<Fields>>();
  const text = useWatch({ control, name: "value.text" });
  const written = languages.filter((language) => text[language].trim() !== "");
  if (written.length === 0) return null;
  return (
    <figure className="grid gap-2">
      <figcaption className="text-sm font-medium">{t("announcement.preview")}</figcaption>
      <div className="grid gap-px overflow-hidden rounded-box border border-base-300">
        {written.map((language) => {
          const shown = pickText(text, language);
          return (
            <p
              key={language}
              lang={language}
              dir={languageFacts[language].direction}
              className="sand font-sans px-4 py-1.5 text-center text-sm break-words"
            >
              {shown.text}
            </p>
          );
        })}
      </div>
    </figure>
  );
}
