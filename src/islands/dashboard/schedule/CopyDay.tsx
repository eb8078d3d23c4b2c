import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Button } from "#islands/ui/Button.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { labelDay } from "#lib/time/format-time.ts";
import { type Day, days } from "#lib/time/time.ts";
import { getTexts } from "#translations/time-slots.ts";
import type { SlotValues } from "./slot-form.ts";

const t = getTexts("timeSlots");

interface CopyDayProps {
  /** Copies the slots of a day to other days. Returns how many were added. */
  onCopy: (from: Day, to: readonly Day[]) => number;
}

/** Copies the slots of one day to other days. */
export function CopyDay({ onCopy }: CopyDayProps) {
  const rows = useWatch<SlotValues, "availableTimeSlots">({ name: "availableTimeSlots" });
  const used = days.filter((day) => rows.some((row) => row.day === day));
  const [chosen, setChosen] = useState<Day>();
  const [targets, setTargets] = useState<readonly Day[]>([]);
  const [notice, setNotice] = useState("");
  const from = used.find((day) => day === chosen) ?? used[0];
  if (!from) return null;
  const to = targets.filter((day) => day !== from);

  const copy = () => {
    const added = onCopy(from, to);
    setTargets([]);
    setNotice(t("copied", { count: added }));
  };

  return (
    <details className="rounded-box border border-base-300 px-4 py-3 text-sm">
      <summary className="cursor-pointer font-medium">{t("copyTitle")}</summary>
      <div className="mt-3 grid gap-3">
        <SelectField
          label={t("copyFrom")}
          value={from}
          options={used.map((day) => ({ value: day, label: labelDay(day) }))}
          onChange={(event) => setChosen(days.find((day) => day === event.target.value))}
        />
        <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
          <legend className="mb-1.5 font-medium">{t("copyTo")}</legend>
          {days
            .filter((day) => day !== from)
            .map((day) => (
              <label key={day} className="flex items-center gap-2">
                <input
                  type="checkbox"
                  className="checkbox checkbox-sm"
                  checked={targets.includes(day)}
                  onChange={({ target }) =>
                    setTargets(
                      target.checked ? [...targets, day] : targets.filter((other) => other !== day),
                    )
                  }
                />
                {labelDay(day)}
              </label>
            ))}
        </fieldset>
        <div className="flex flex-wrap items-center gap-3">
          <Button look="quiet" className="btn-sm" disabled={to.length === 0} onClick={copy}>
            <Icon name="copy" />
            {t("copy")}
          </Button>
          <p role="status" className="muted">
            {notice}
          </p>
        </div>
      </div>
    </details>
  );
}
