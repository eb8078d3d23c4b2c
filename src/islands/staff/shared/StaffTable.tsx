import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  createColumnHelper,
  type ReactTable,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useId, useMemo } from "react";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { Pager } from "#islands/ui/Pager.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { toHref } from "#lib/paging/list-url.ts";
import { localizePath } from "#lib/site/locale.ts";
import { staffTableOptions } from "#lib/staff/staff.queries.ts";
import { getTexts } from "#translations/staff.ts";
import { TableControls, type TableFilter } from "./TableControls.tsx";
import { useTableQuery } from "./use-table-query.ts";

export interface StaffColumn<Row> {
  /** The name of the column in sort requests. */
  id: string;
  label: string;
  isSortable?: boolean;
  /** Numbers are aligned at their end. */
  isNumber?: boolean;
  /** Hidden on tablets, where a table with all columns doesn't fit. The page of the row shows it. */
  isSecondary?: boolean;
  cell: (row: Row) => ReactNode;
}

interface StaffTableProps<Row> {
  /** The path below /staff and /api/staff, such as `/log`. The export is at the path with `.csv`. */
  section: string;
  caption: string;
  /** The first column names the row. On phones it is the heading of the row's card. */
  columns: readonly StaffColumn<Row>[];
  rowId: (row: Row) => string;
  /** What the search finds. */
  searchHint: string;
  filters?: readonly TableFilter[];
  /** Shown if there are no rows at all. */
  emptyTitle?: string;
  emptyText?: string;
  /** False if the table can't be exported. */
  hasExport?: boolean;
}

const features = tableFeatures({ rowSortingFeature });

/**
 * A table of the console. The server searches, sorts and divides it into pages. The URL contains
 * what is shown. On phones, each row is a card.
 */
export function StaffTable<Row extends object>(props: StaffTableProps<Row>) {
  const { section, caption, columns, rowId, filters = [], hasExport = true } = props;
  const t = getTexts("staff");
  const [query, change] = useTableQuery(filters.map(({ name }) => name));
  const result = useQuery(
    { ...staffTableOptions<Row>(section, query), placeholderData: keepPreviousData },
    queryClient,
  );
  const defs = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map((column) =>
      helper.display({
        id: column.id,
        header: column.label,
        enableSorting: column.isSortable === true,
        cell: ({ row }) => column.cell(row.original),
      }),
    );
  }, [columns]);
  const { data } = result;
  const table = useTable<typeof features, Row>({
    features,
    columns: defs,
    data: data?.rows ?? noRows,
    getRowId: rowId,
    manualSorting: true,
  });
  const isFiltered = Object.keys(query).some((name) => name !== "sort" && name !== "page");

  return (
    <section className="grid gap-4" aria-label={caption}>
      <TableControls
        query={query}
        onChange={change}
        searchHint={props.searchHint}
        filters={filters}
        sorts={columns.filter(({ isSortable }) => isSortable)}
      >
        {hasExport && (
          <a
            className="btn btn-outline border-base-300"
            href={localizePath(toHref(`/staff${section}.csv`, { ...query, page: undefined }))}
            download
          >
            <Icon name="download" />
            {t("table.export")}
          </a>
        )}
      </TableControls>
      {result.isPending && <Loading label={t("table.loading")} />}
      {result.isError && <QueryError query={result} />}
      {data && data.rows.length === 0 && (
        <EmptyState title={isFiltered ? t("table.noMatch") : (props.emptyTitle ?? t("table.none"))}>
          {isFiltered ? t("table.noMatchText") : props.emptyText}
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <>
          <Rows
            table={table}
            caption={caption}
            columns={columns}
            sort={query.sort}
            busy={result.isPlaceholderData}
            onSort={(sort) => change({ sort })}
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="muted text-sm">{t("table.count", { count: data.total })}</p>
            <Pager
              page={data.page}
              pages={data.pages}
              onPage={(page) => change({ page: page === 1 ? undefined : String(page) })}
            />
          </div>
        </>
      )}
    </section>
  );
}

const noRows: never[] = [];

interface RowsProps<Row extends object> {
  table: ReactTable<typeof features, Row>;
  caption: string;
  columns: readonly StaffColumn<Row>[];
  sort: string | undefined;
  busy: boolean;
  onSort: (sort: string) => void;
}

function Rows<Row extends object>({ table, caption, columns, sort, busy, onSort }: RowsProps<Row>) {
  const id = useId();
  const lookOf = (index: number) =>
    [
      columns[index]?.isNumber ? "md:text-end md:whitespace-nowrap tabular" : "",
      columns[index]?.isSecondary ? "md:max-lg:hidden" : "",
    ].join(" ");
  return (
    <div className={`panel overflow-x-auto transition-opacity ${busy ? "opacity-60" : ""}`}>
      <table
        className="table max-md:block md:max-xl:[&_time]:inline-block md:max-xl:[&_time]:min-w-24 md:max-xl:[&_time]:max-w-26 xl:[&_time]:whitespace-nowrap"
        aria-busy={busy}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="max-md:sr-only">
          <tr>
            {columns.map((column, index) => (
              <SortableHeader
                key={column.id}
                id={`${id}-${column.id}`}
                look={lookOf(index)}
                column={column}
                sort={sort}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              className="hover:bg-base-200/60 max-md:grid max-sm:grid-cols-[fit-content(9rem)_minmax(0,1fr)] sm:max-md:grid-cols-[repeat(2,fit-content(9rem)_minmax(0,1fr))] max-md:gap-x-3 max-md:gap-y-2 max-md:border-b max-md:border-base-300 max-md:p-4 max-md:last:border-b-0"
            >
              {row.getAllCells().map((cell, index) => (
                <td
                  key={cell.id}
                  className={`max-md:col-span-2 max-md:grid max-md:grid-cols-subgrid max-md:items-baseline max-md:has-[>div:empty]:hidden max-md:has-[>div>[data-no-value]]:hidden max-md:border-0 max-md:p-0 max-md:[&:not(:first-child)]:text-sm first:font-medium max-md:first:col-span-full max-md:first:block ${lookOf(index)}`}
                >
                  {index > 0 && <span className="muted md:hidden">{columns[index]?.label}</span>}
                  {/* A card doesn't name what its row hasn't got. */}
                  <div className="max-md:min-w-0 md:contents">
                    <table.FlexRender cell={cell} />
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortableHeaderProps {
  id: string;
  look: string;
  column: Pick<StaffColumn<never>, "id" | "label" | "isSortable">;
  sort: string | undefined;
  onSort: (sort: string) => void;
}

function SortableHeader({ id, look, column, sort, onSort }: SortableHeaderProps) {
  const direction =
    sort === column.id ? "ascending" : sort === `-${column.id}` ? "descending" : undefined;
  return (
    <th id={id} scope="col" aria-sort={direction} className={look}>
      {column.isSortable ? (
        <button
          type="button"
          className="inline-flex cursor-pointer items-center gap-1 py-1 hover:text-base-content"
          onClick={() => onSort(direction === "ascending" ? `-${column.id}` : column.id)}
        >
          {column.label}
          <span aria-hidden="true" className={direction ? "" : "opacity-50"}>
            {direction === "ascending" ? "↑" : direction === "descending" ? "↓" : "↕"}
          </span>
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}
