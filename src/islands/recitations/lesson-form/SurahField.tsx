import { useController } from "react-hook-form";
import { Combobox } from "#islands/ui/form/Combobox.tsx";
import { nameSurah, type Surah } from "#lib/quran/quran.ts";
import { searchSurahs } from "#lib/quran/surah-search.ts";
import { getTexts } from "#translations/lesson-log.ts";
import type { RecitationValues } from "./recitation-form.ts";

const t = getTexts("lessonLog");

function toOption(surah: Surah) {
  const { number, arabicName } = surah;
  const name = nameSurah(surah);
  return {
    value: String(number),
    label: `${number}. ${name}`,
    content: (
      <span className="flex items-baseline justify-between gap-3">
        <span>
          <span className="muted tabular">{number}.</span> {name}
        </span>
        {name !== arabicName && (
          <span lang="ar" dir="rtl" className="font-arabic text-lg leading-none">
            {arabicName}
          </span>
        )}
      </span>
    ),
  };
}

const search = (typed: string) => searchSurahs(typed).map(toOption);

interface SurahFieldProps {
  name: "fromSurah" | "toSurah";
  label: string;
  onSurah: (surah: string) => void;
}

/** A field to find a surah by its name, in either script, or by its number. */
export function SurahField({ name, label, onSurah }: SurahFieldProps) {
  const { field, fieldState } = useController<RecitationValues, typeof name>({ name });
  return (
    <Combobox
      label={label}
      value={field.value}
      onChange={(surah) => {
        field.onChange(surah);
        onSurah(surah);
      }}
      search={search}
      nothing={t("form.noSurahs")}
      error={fieldState.error?.message}
      ref={field.ref}
    />
  );
}
