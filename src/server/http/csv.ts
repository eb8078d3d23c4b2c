/** CSV files (RFC 4180) that people open in a spreadsheet. */
import { stringify } from "csv-stringify/sync";
import { getLocale } from "#lib/site/locale.ts";
import { toCleanLine } from "#lib/text/clean-text.ts";

export type CsvRow = readonly (string | number)[];

/**
 * Writes the header row with the first rows, or further rows. Numbers are amounts. Cells that a
 * spreadsheet could interpret as formulas are escaped.
 */
export function writeCsv(
  columns: readonly string[],
  rows: readonly CsvRow[],
  { isFirst = true } = {},
): string {
  const decimalSign = findDecimalSign();
  return stringify(
    rows.map((row) => [...row]),
    {
      header: isFirst,
      columns: [...columns],
      // Spreadsheets in languages with decimal commas expect semicolons between cells.
      delimiter: decimalSign === "," ? ";" : ",",
      cast: {
        // Each cell has its own direction. Bidi isolates would only hide a name from searches.
        string: toCleanLine,
        // Our own numbers can be negative. They are written unquoted and unescaped.
        number: (value) => ({
          value: value.toFixed(2).replace(".", decimalSign),
          quoted: false,
          escape_formulas: false,
        }),
      },
      escape_formulas: true,
      quoted_string: true,
      record_delimiter: "windows",
      // Without a byte order mark, some spreadsheets misread Arabic names.
      bom: isFirst,
    },
  );
}

function findDecimalSign(): string {
  const parts = new Intl.NumberFormat(getLocale()).formatToParts(0.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
}
