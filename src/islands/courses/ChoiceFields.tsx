import { useFormContext, useWatch } from "react-hook-form";
import { type Option, SelectField } from "#islands/ui/form/SelectField.tsx";
import { findMessage } from "#islands/ui/form/use-schema-form.ts";
import { labelAudience, labelCategory } from "#lib/courses/course-labels.ts";
import { courseAudiences, courseCategories } from "#lib/courses/courses.rules.ts";
import type { VettingLimits } from "#lib/vetting/limits.ts";
import { getTexts } from "#translations/course-form.ts";
import type { CourseValues } from "./course-form.ts";
import { VerificationNote } from "./shared/VerificationNote.tsx";

const t = getTexts("courseForm");

const listCategories = (): Option[] =>
  courseCategories.map((value) => ({ value, label: labelCategory(value) }));

/** Adds the value of an older course, so that the form doesn't lose it. */
const including = (options: readonly Option[], value = ""): readonly Option[] =>
  value === "" || options.some((option) => option.value === value)
    ? options
    : [{ value, label: value }, ...options];

interface ChoiceFieldsProps {
  /** The languages with their names from the server, because those of browsers can differ. */
  languages: readonly Option[];
  limits: VettingLimits;
}

/** What students filter by: the audience, the category and the language. */
export function ChoiceFields({ languages, limits }: ChoiceFieldsProps) {
  const { control, register, formState } = useFormContext<CourseValues>();
  const audience = useWatch({ control, name: "audience" });
  // A course without an audience is open to everyone.
  const isForMinors = audience.length === 0 || audience.some((each) => each !== "adults");
  const { errors, defaultValues } = formState;
  const problem = findMessage(errors.audience);
  return (
    <>
      <fieldset className="grid gap-2 sm:col-span-2">
        <legend className="mb-2 text-sm font-medium">{t("field.audience")}</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          {courseAudiences.map((value) => (
            <label key={value} className="flex items-center gap-3 text-sm">
              <input type="checkbox" className="checkbox" value={value} {...register("audience")} />
              {labelAudience(value)}
            </label>
          ))}
        </div>
        {problem && (
          <p role="alert" className="text-sm text-error">
            {problem}
          </p>
        )}
      </fieldset>
      {limits.minors && isForMinors && <VerificationNote about="minors" />}
      <SelectField
        label={t("field.category")}
        options={including(listCategories(), defaultValues?.category)}
        placeholder={t("field.noCategory")}
        optional
        error={errors.category?.message}
        {...register("category")}
      />
      <SelectField
        label={t("field.language")}
        options={including(languages, defaultValues?.language)}
        placeholder={t("field.noLanguage")}
        error={errors.language?.message}
        {...register("language")}
      />
    </>
  );
}
