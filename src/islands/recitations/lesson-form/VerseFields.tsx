import { useFormContext } from "react-hook-form";
import { findSurah } from "#lib/quran/quran.ts";
import { getTexts } from "#translations/lesson-log.ts";
import { NumberField } from "./NumberField.tsx";
import type { RecitationValues } from "./recitation-form.ts";
import { SurahField } from "./SurahField.tsx";

const t = getTexts("lessonLog");

interface VerseFieldsProps {
  end: "from" | "to";
  onSurah: (surah: string) => void;
}

/** Fields for a verse of a lesson: the surah and the verse number, with the number of verses. */
export function VerseFields({ end, onSurah }: VerseFieldsProps) {
  const { register, watch, formState } = useFormContext<RecitationValues>();
  const [surahField, verseField] = [`${end}Surah`, `${end}Verse`] as const;
  const surah = findSurah(Number(watch(surahField)));
  return (
    <div className="grid grid-cols-[1fr_7rem] gap-3">
      <SurahField name={surahField} label={t(`form.${end}Surah`)} onSurah={onSurah} />
      <NumberField
        label={t(`form.${end}Verse`)}
        hint={surah && t("form.ofVerses", { count: surah.verses })}
        error={formState.errors[verseField]?.message}
        {...register(verseField)}
      />
    </div>
  );
}
