/** Controls of the settings' forms. */
import { useId } from "react";
import { type FieldValues, get, type Path, useFormContext } from "react-hook-form";
import { TextAreaField, TextField } from "#islands/ui/form/Field.tsx";
import { findMessage } from "#islands/ui/form/use-schema-form.ts";
import { inEachLanguage, languageFacts, languages } from "#lib/languages.ts";
import type { LocalizedText } from "#lib/settings/settings.ts";
import { getTexts } from "#translations/settings.ts";

const t = getTexts("settings");

interface InputProps {
  /** The path of the field, such as `value.name`. */
  name: string;
  label: string;
  hint?: string;
  type?: string;
  inputMode?: "decimal";
  className?: string;
}

/** The registration and the message of a field. */
function useField(name: string) {
  const { register, formState } = useFormContext<FieldValues>();
  return {
    ...register(name as Path<FieldValues>),
    error: findMessage(get(formState.errors, name)),
  };
}

export const Input = ({ name, ...props }: InputProps) => (
  <TextField {...props} {...useField(name)} dir={props.type === undefined ? "auto" : undefined} />
);

export const Lines = ({ name, rows = 3, ...props }: InputProps & { rows?: number }) => (
  <TextAreaField {...props} {...useField(name)} rows={rows} dir="auto" />
);

export const emptyText: LocalizedText = inEachLanguage("");

/** A text in the languages of the interface: English, and the others in a group that can be opened. */
export function Localized({ name, label, isLong }: InputProps & { isLong?: boolean }) {
  const { formState } = useFormContext<FieldValues>();
  const summaryId = useId();
  const [english, ...others] = languages;
  const errors = get(formState.errors, name) as Record<string, unknown> | undefined;
  const Control = isLong ? Lines : Input;
  return (
    <div className="grid gap-3">
      <Control name={`${name}.${english}`} label={label} />
      <details
        className="rounded-field border border-base-300 px-3 py-2"
        open={others.some((language) => errors?.[language]) || undefined}
      >
        <summary id={summaryId} className="cursor-pointer text-sm">
          {t("translations")}
        </summary>
        <div className="grid gap-3 py-3">
          {others.map((language) => (
            <Control
              key={language}
              name={`${name}.${language}`}
              label={`${label}: ${languageFacts[language].name}`}
            />
          ))}
        </div>
      </details>
    </div>
  );
}

/** The value of a `datetime-local` control, in the browser's time zone. */
export function toLocalTime(iso: string): string {
  if (iso === "") return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant of a `datetime-local` control. Anything else stays as it is, so that it is refused. */
export function toInstant(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

/** A number that someone typed. Anything else becomes `NaN`, which the schema refuses. */
export const toNumber = (text: string): number =>
  text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));

/** The entries of a text with one on each line. */
export const toLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The ID at the end of a page's address, or the ID itself. */
export const toId = (text: string): string => /([a-z]{3}_[\w-]+)\/?$/.exec(text)?.[1] ?? text;
