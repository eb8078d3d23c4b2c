import { formatExactPrice } from "#lib/payments/money.ts";
import type { Revenue, RevenueRow } from "#lib/payments/revenue.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { formatCalendarDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/revenue.ts";
import { signed } from "./signed-amounts.ts";

const t = getTexts("revenue");

const columns = [
  "gross",
  "refunds",
  "disputes",
  "stripeFees",
  "teachers",
  "owed",
  "platform",
  "payouts",
] as const;

/** Hidden on tablets, where not all columns fit. The totals above the table show all of them. */
const secondary: readonly string[] = ["disputes", "owed", "payouts"];
const hiding = (column: string): string => (secondary.includes(column) ? "md:max-lg:hidden" : "");

const money = (cents: number): string => formatExactPrice(cents / 100);

/** The figures of each day, teacher or course, with their sum. On phones, each row is a card. */
export function RevenueTable({ revenue: { by, rows, totals } }: { revenue: Revenue }) {
  return (
    <div className="panel overflow-x-auto">
      <table className="table max-md:block">
        <caption className="sr-only">{t("title")}</caption>
        <thead className="max-md:sr-only">
          <tr>
            <th scope="col">{t(`by.${by}`)}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={`text-end ${hiding(column)}`}>
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <tr key={row.key ?? ""} className={card}>
              <th scope="row" className="font-medium lg:min-w-36 max-md:p-0">
                <Name by={by} row={row} />
              </th>
              <Amounts figures={row} />
            </tr>
          ))}
        </tbody>
        <tfoot className="max-md:block">
          <tr className={`text-base-content ${card}`}>
            <th scope="row" className="max-md:p-0">
              {t("total")}
            </th>
            <Amounts figures={totals} isTotal />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const card =
  "max-md:grid max-md:gap-1.5 max-md:border-b max-md:border-base-300 max-md:p-4 max-md:last:border-b-0";

interface AmountsProps {
  figures: Pick<RevenueRow, (typeof columns)[number]>;
  isTotal?: boolean;
}

function Amounts({ figures, isTotal = false }: AmountsProps) {
  return columns.map((column) => (
    <td
      key={column}
      className={`tabular text-end max-md:flex max-md:justify-between max-md:border-0 max-md:p-0 ${
        isTotal || column === "platform" ? "font-semibold" : ""
      } ${figures[column] === 0 ? "muted" : ""} ${hiding(column)}`}
    >
      <span className="muted font-normal md:hidden">{t(`figure.${column}`)}</span>
      {money(signed(column, figures[column]))}
    </td>
  ));
}

function Name({ by, row: { key, name } }: { by: Revenue["by"]; row: RevenueRow }) {
  if (key === null) return t("others");
  if (by === "day") {
    return (
      <time dateTime={key} suppressHydrationWarning>
        {formatCalendarDate(key)}
      </time>
    );
  }
  const label = <bdi>{name ?? key}</bdi>;
  if (by === "teacher") return label;
  return (
    <a className="link link-hover" href={localizePath(`/staff/payments?search=${key}`)}>
      {label}
    </a>
  );
}
