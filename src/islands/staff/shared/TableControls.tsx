import { type ReactNode, useEffect, useState } from "react";
import { TextField } from "#islands/ui/form/Field.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import type { TableQuery } from "#lib/staff/table-query.ts";
import { getTexts } from "#translations/staff.ts";

/** A filter of a table, which is a parameter of its URL. */
export interface TableFilter {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** What the table shows without the filter. By default, everything. */
  unfiltered?: string;
}

/**
 * A filter with a view by default, such as the cases that wait for a decision.
 * @param views all views, with the default one first.
 */
export function viewFilter<View extends string>(
  name: string,
  label: string,
  [standard, ...others]: readonly [View, ...View[]],
  nameOf: (view: View) => string,
): TableFilter {
  const options = others.map((value) => ({ value, label: nameOf(value) }));
  return { name, label, unfiltered: nameOf(standard), options };
}

interface TableControlsProps {
  query: TableQuery;
  onChange: (change: Record<string, string | undefined>) => void;
  searchHint: string;
  filters: readonly TableFilter[];
  /** The columns that the table can be sorted by, for screens without table headers. */
  sorts: readonly { id: string; label: string }[];
  children?: ReactNode;
}

/** Delay after typing before searching, in milliseconds. */
const searchDelayMs = 250;

/** The search field, filters and buttons above a table. */
export function TableControls(props: TableControlsProps) {
  const { query, onChange, searchHint, filters, sorts, children } = props;
  const t = getTexts("staff");
  const [search, setSearch] = useState(query.search ?? "");
  useEffect(() => {
    const wanted = search.trim();
    if (wanted === (query.search ?? "")) return;
    const timer = setTimeout(() => onChange({ search: wanted || undefined }), searchDelayMs);
    return () => clearTimeout(timer);
  }, [search, query.search, onChange]);
  const orders = sorts.flatMap(({ id, label }) => [
    { value: id, label: t("table.ascending", { column: label }) },
    { value: `-${id}`, label: t("table.descending", { column: label }) },
  ]);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        className="min-w-56 flex-1 max-sm:basis-full md:max-w-sm"
        label={t("table.search")}
        type="search"
        placeholder={searchHint}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {filters.map(({ name, label, options, unfiltered = t("table.all") }) => (
        <SelectField
          key={name}
          className="min-w-32 max-sm:flex-1"
          label={label}
          value={query[name] ?? ""}
          options={[{ value: "", label: unfiltered }, ...options]}
          onChange={({ target }) => onChange({ [name]: target.value || undefined })}
        />
      ))}
      {orders.length > 0 && (
        <SelectField
          className="min-w-36 max-sm:flex-1 md:hidden"
          label={t("table.sort")}
          value={query.sort ?? ""}
          options={[{ value: "", label: t("table.newestFirst") }, ...orders]}
          onChange={({ target }) => onChange({ sort: target.value || undefined })}
        />
      )}
      <div className="ms-auto empty:hidden">{children}</div>
    </div>
  );
}
