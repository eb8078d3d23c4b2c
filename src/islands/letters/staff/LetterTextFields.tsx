import { get, useFormContext, useWatch } from "react-hook-form";
import { TextAreaField, TextField } from "#islands/ui/form/Field.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { defaultLanguage, type Language, languageFacts, languages } from "#lib/languages.ts";
import { getTexts } from "#translations/staff-letters.ts";
import type { LetterFields } from "./letter-fields.ts";
import { MarkdownHelp } from "./MarkdownHelp.tsx";

const t = getTexts("staffLetters");

interface LetterTextFieldsProps {
  language: Language;
  onLanguage: (language: Language) => void;
}

/** The texts of a letter, one language at a time. */
export function LetterTextFields({ language, onLanguage }: LetterTextFieldsProps) {
  const { control, register, formState } = useFormContext<LetterFields>();
  const texts = useWatch({ control, name: "texts" });
  const errors = get(formState.errors, "texts") as
    | Partial<
        Record<Language, Partial<Record<"subject" | "preheader" | "body", { message?: string }>>>
      >
    | undefined;
  const own = errors?.[language];
  const { direction, name } = languageFacts[language];
  return (
    <section className="panel grid gap-4 p-5">
      <h2 className="text-lg">{t("text.title")}</h2>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t("text.languages")}</legend>
        {languages.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === language}
            className={`btn btn-sm ${errors?.[each] ? "btn-error btn-outline" : each === language ? "btn-secondary" : "btn-outline border-base-300"}`}
            onClick={() => onLanguage(each)}
          >
            <span lang={each}>{languageFacts[each].name}</span>
            {texts[each].body.trim() !== "" && (
              <>
                <Icon name="check" className="size-4" />
                <span className="sr-only">({t("text.written")})</span>
              </>
            )}
          </button>
        ))}
      </fieldset>
      {language !== defaultLanguage && <p className="muted text-sm">{t("text.fallback")}</p>}
      <div key={language} className="grid gap-4">
        <TextField
          label={t("text.subject")}
          lang={language}
          dir={direction}
          error={own?.subject?.message}
          {...register(`texts.${language}.subject`)}
        />
        <TextField
          label={t("text.preheader")}
          hint={t("text.preheaderHint")}
          optional
          lang={language}
          dir={direction}
          error={own?.preheader?.message}
          {...register(`texts.${language}.preheader`)}
        />
        <TextAreaField
          label={`${t("text.body")} (${name})`}
          hint={t("text.bodyHint")}
          rows={14}
          lang={language}
          dir={direction}
          error={own?.body?.message}
          {...register(`texts.${language}.body`)}
        />
      </div>
      <MarkdownHelp />
    </section>
  );
}
