import { useFormContext } from "react-hook-form";
import { TextField } from "#islands/ui/Field.tsx";
import { SelectField } from "#islands/ui/SelectField.tsx";
import { findSurah, surahs } from "#lib/quran.ts";
import type { RecitationValues } from "./recitation-form.ts";

// The number comes first, so that typing it finds the surah.
const options = surahs.map(({ number, name, arabicName }) => ({
  value: String(number),
  label: `${number} · ${name} · ${arabicName}`,
}));

interface VerseFieldsProps {
  end: "from" | "to";
  onSurah: (surah: string) => void;
}

const words = {
  from: { surah: "From surah", verse: "From verse" },
  to: { surah: "To surah", verse: "To verse" },
} as const;

/** A verse of a lesson: its surah, and its number with how many there are. */
export function VerseFields({ end, onSurah }: VerseFieldsProps) {
  const { register, watch, formState } = useFormContext<RecitationValues>();
  const [surahField, verseField] = [`${end}Surah`, `${end}Verse`] as const;
  const surah = findSurah(Number(watch(surahField)));
  return (
    <div className="grid grid-cols-[1fr_7rem] gap-3">
      <SelectField
        label={words[end].surah}
        options={options}
        error={formState.errors[surahField]?.message}
        {...register(surahField, { onChange: ({ target }) => onSurah(target.value) })}
      />
      <TextField
        label={words[end].verse}
        type="number"
        inputMode="numeric"
        min={1}
        max={surah?.verses}
        hint={surah && `of ${surah.verses}`}
        error={formState.errors[verseField]?.message}
        {...register(verseField)}
      />
    </div>
  );
}
