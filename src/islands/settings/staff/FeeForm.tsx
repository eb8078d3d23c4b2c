import { useFieldArray, useFormContext } from "react-hook-form";
import { AddRow, RemoveRow, rowList } from "#islands/ui/form/RowButtons.tsx";
import { findMessage } from "#islands/ui/form/use-schema-form.ts";
import { fieldErrorLook } from "#islands/ui/looks.ts";
import { findCoveringPrice, minCoveringFee } from "#lib/payments/card-costs.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import type { StaffSettings } from "#lib/settings/settings.responses.ts";
import { getTexts } from "#translations/settings.ts";
import { Input, toId, toInstant, toLocalTime, toNumber } from "./fields.tsx";
import { type FormValues, SettingForm } from "./SettingForm.tsx";

const t = getTexts("settings");

interface Fields {
  rates: { percent: string; from: string }[];
  exceptions: { teacherId: string; percent: string }[];
}

export function FeeForm({ settings }: { settings: StaffSettings }) {
  const { values, defaults, currentFeePercent } = settings;
  const { rates = [], exceptions = [] } = values.platformFee ?? {};
  // The environment can set a fee that covers no price.
  const shownFee = Math.max(currentFeePercent, minCoveringFee);
  return (
    <SettingForm
      setting="platformFee"
      fields={{
        rates: rates.map(({ percent, from }) => ({
          percent: String(percent),
          from: toLocalTime(from),
        })),
        exceptions: exceptions.map(({ teacherId, percent }) => ({
          teacherId,
          percent: String(percent),
        })),
      }}
      toValue={(fields: Fields) => ({
        rates: fields.rates.map(({ percent, from }) => ({
          percent: toNumber(percent),
          from: toInstant(from),
        })),
        exceptions: fields.exceptions.map(({ teacherId, percent }) => ({
          teacherId: toId(teacherId.trim()),
          percent: toNumber(percent),
        })),
      })}
    >
      <p className="text-sm">
        {t("platformFee.current", {
          percent: currentFeePercent,
          first: defaults.platformFeePercent,
        })}
      </p>
      <p className="muted text-sm">
        {t("platformFee.covering", {
          minimum: minCoveringFee,
          least: formatExactPrice((findCoveringPrice(minCoveringFee) ?? 0) / 100),
          percent: shownFee,
          price: formatExactPrice((findCoveringPrice(shownFee) ?? 0) / 100),
        })}
      </p>
      <Rates />
      <Exceptions />
    </SettingForm>
  );
}

function Rates() {
  const { control, formState } = useFormContext<FormValues<Fields>>();
  const { fields, append, remove } = useFieldArray({ control, name: "value.rates" });
  const problem = findMessage(formState.errors.value?.rates?.root);
  return (
    <fieldset {...rowList} className="grid gap-3">
      <legend className="mb-1 text-sm font-medium">{t("platformFee.rates")}</legend>
      {problem && (
        <p role="alert" className={fieldErrorLook}>
          {problem}
        </p>
      )}
      {fields.map((field, index) => (
        <div key={field.id} className="grid items-end gap-3 sm:grid-cols-[8rem_1fr_auto]">
          <Input
            name={`value.rates.${index}.percent`}
            label={t("platformFee.percent")}
            type="text"
            inputMode="decimal"
          />
          <Input
            name={`value.rates.${index}.from`}
            label={t("platformFee.from")}
            type="datetime-local"
          />
          <RemoveRow onRemove={() => remove(index)}>{t("remove")}</RemoveRow>
        </div>
      ))}
      <AddRow onClick={() => append({ percent: "", from: "" })}>{t("platformFee.addRate")}</AddRow>
    </fieldset>
  );
}

function Exceptions() {
  const { control } = useFormContext<FormValues<Fields>>();
  const { fields, append, remove } = useFieldArray({ control, name: "value.exceptions" });
  return (
    <fieldset {...rowList} className="grid gap-3">
      <legend className="mb-1 text-sm font-medium">{t("platformFee.exceptions")}</legend>
      {fields.map((field, index) => (
        <div key={field.id} className="grid items-end gap-3 sm:grid-cols-[1fr_8rem_auto]">
          <Input
            name={`value.exceptions.${index}.teacherId`}
            label={t("platformFee.teacher")}
            type="text"
          />
          <Input
            name={`value.exceptions.${index}.percent`}
            label={t("platformFee.percent")}
            type="text"
            inputMode="decimal"
          />
          <RemoveRow onRemove={() => remove(index)}>{t("remove")}</RemoveRow>
        </div>
      ))}
      <AddRow onClick={() => append({ teacherId: "", percent: "" })}>
        {t("platformFee.addException")}
      </AddRow>
    </fieldset>
  );
}
