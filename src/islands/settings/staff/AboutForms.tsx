import { useFieldArray, useFormContext } from "react-hook-form";
import { AddRow, RemoveRow, rowList } from "#islands/ui/form/RowButtons.tsx";
import type { StaffSettings } from "#lib/settings/settings.responses.ts";
import { type LocalizedText, settingLimits } from "#lib/settings/settings.ts";
import { getTexts } from "#translations/settings.ts";
import { emptyText, Input, Localized } from "./fields.tsx";
import { type FormValues, SettingForm } from "./SettingForm.tsx";

const t = getTexts("settings");

interface Figure {
  figure: string;
  label: LocalizedText;
}

interface Testimonial {
  name: string;
  line: LocalizedText;
  text: LocalizedText;
}

interface AboutProps {
  settings: StaffSettings;
}

export function AboutFigures({ settings: { values } }: AboutProps) {
  return (
    <SettingForm
      setting="aboutFigures"
      fields={values.aboutFigures ?? []}
      toValue={(figures: Figure[]) => figures}
      reset={values.aboutFigures ? { label: t("useDefault"), value: null, fields: [] } : undefined}
    >
      <FigureRows />
    </SettingForm>
  );
}

function FigureRows() {
  const { control } = useFormContext<FormValues<Figure[]>>();
  const { fields, append, remove } = useFieldArray({ control, name: "value" });
  return (
    <div {...rowList} className="grid gap-4">
      {fields.map((field, index) => (
        <div key={field.id} className="grid gap-3 border-b border-base-300 pb-4">
          <Input name={`value.${index}.figure`} label={t("aboutFigures.figure")} />
          <Localized name={`value.${index}.label`} label={t("aboutFigures.label")} />
          <RemoveRow onRemove={() => remove(index)}>{t("remove")}</RemoveRow>
        </div>
      ))}
      <AddRow
        disabled={fields.length >= settingLimits.figures}
        onClick={() => append({ figure: "", label: emptyText })}
      >
        {t("aboutFigures.add")}
      </AddRow>
    </div>
  );
}

export function AboutTestimonials({ settings: { values } }: AboutProps) {
  return (
    <SettingForm
      setting="aboutTestimonials"
      fields={values.aboutTestimonials ?? []}
      toValue={(testimonials: Testimonial[]) => testimonials}
      reset={
        values.aboutTestimonials ? { label: t("useDefault"), value: null, fields: [] } : undefined
      }
    >
      <TestimonialRows />
    </SettingForm>
  );
}

function TestimonialRows() {
  const { control } = useFormContext<FormValues<Testimonial[]>>();
  const { fields, append, remove } = useFieldArray({ control, name: "value" });
  return (
    <div {...rowList} className="grid gap-4">
      {fields.map((field, index) => (
        <div key={field.id} className="grid gap-3 border-b border-base-300 pb-4">
          <Input name={`value.${index}.name`} label={t("aboutTestimonials.name")} />
          <Localized name={`value.${index}.line`} label={t("aboutTestimonials.line")} />
          <Localized name={`value.${index}.text`} label={t("aboutTestimonials.quote")} isLong />
          <RemoveRow onRemove={() => remove(index)}>{t("remove")}</RemoveRow>
        </div>
      ))}
      <AddRow
        disabled={fields.length >= settingLimits.testimonials}
        onClick={() => append({ name: "", line: emptyText, text: emptyText })}
      >
        {t("aboutTestimonials.add")}
      </AddRow>
    </div>
  );
}
