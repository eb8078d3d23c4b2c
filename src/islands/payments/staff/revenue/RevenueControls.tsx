import { TextField } from "#islands/ui/form/Field.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { toHref } from "#lib/paging/list-url.ts";
import type { Revenue } from "#lib/payments/revenue.responses.ts";
import { revenueGroups, shiftDay, toDay } from "#lib/payments/revenue.ts";
import { localizePath } from "#lib/site/locale.ts";
import type { TableQuery } from "#lib/staff/table-query.ts";
import { getTexts } from "#translations/revenue.ts";

const t = getTexts("revenue");

/** The lengths of ranges that end today, in days. */
const lengths = [7, 30, 90, 365];

interface RevenueControlsProps {
  query: TableQuery;
  /** Undefined until the first answer. */
  revenue: Revenue | undefined;
  onChange: (change: Record<string, string | undefined>) => void;
}

/** The range of days, the grouping, and the export. */
export function RevenueControls({ query, revenue, onChange }: RevenueControlsProps) {
  const choose = (days: number) => {
    const today = toDay(new Date());
    onChange({ from: shiftDay(today, 1 - days), to: today });
  };
  return (
    <div className="grid gap-3">
      <fieldset className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <legend className="sr-only">{t("range.label")}</legend>
        {lengths.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={isChosen(revenue, days)}
            className="btn btn-sm h-9 aria-pressed:btn-secondary not-aria-pressed:btn-outline not-aria-pressed:border-base-300"
            onClick={() => choose(days)}
          >
            {t("range.last", { days })}
          </button>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          className="min-w-40 max-sm:flex-1"
          label={t("range.from")}
          type="date"
          value={query.from ?? revenue?.from ?? ""}
          max={query.to ?? revenue?.to}
          onChange={({ target }) => onChange({ from: target.value || undefined })}
        />
        <TextField
          className="min-w-40 max-sm:flex-1"
          label={t("range.to")}
          type="date"
          value={query.to ?? revenue?.to ?? ""}
          min={query.from ?? revenue?.from}
          onChange={({ target }) => onChange({ to: target.value || undefined })}
        />
        <SelectField
          className="min-w-32 max-sm:flex-1"
          label={t("by.label")}
          value={query.by ?? "day"}
          options={revenueGroups.map((group) => ({ value: group, label: t(`by.${group}`) }))}
          onChange={({ target }) => onChange({ by: target.value })}
        />
        <a
          className="btn btn-outline ms-auto border-base-300"
          href={localizePath(toHref("/staff/revenue.csv", query))}
          download
        >
          <Icon name="download" />
          {t("export")}
        </a>
      </div>
    </div>
  );
}

/** Whether the range ends today and has this length. */
function isChosen(revenue: Revenue | undefined, days: number): boolean {
  if (!revenue) return false;
  return revenue.from === shiftDay(revenue.to, 1 - days) && revenue.to === toDay(new Date());
}
