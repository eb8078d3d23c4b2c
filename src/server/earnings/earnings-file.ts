import { stringify } from "csv-stringify/sync";
import type { EarningsEntry } from "#lib/earnings/earnings.responses.ts";
import { entryKindLabels, entryStatusLabels } from "#lib/earnings/earnings.ts";
import { currency } from "#lib/payments/money.ts";
import { toCleanLine } from "#lib/text/clean-text.ts";
import { wallClock } from "#lib/time/format-time.ts";

/**
 * Text of RFC 4180: the file's beginning with the heads, or what follows in it. Cells that a
 * spreadsheet would take for formulas are made plain text.
 */
export function writeEarnings(
  entries: readonly EarningsEntry[],
  timeZone: string,
  { isFirst = false } = {},
): string {
  return stringify(
    entries.map((entry) => toRow(entry, timeZone)),
    {
      header: isFirst,
      columns: [
        `Date (${timeZone})`,
        "Type",
        "Course",
        "Student",
        "Receipt",
        "Amount",
        "Fee",
        "Net",
        "Currency",
        "Status",
        "Reference",
      ],
      cast: {
        string: toCleanLine,
        number: (value) => ({ value: value.toFixed(2), quoted: false, escape_formulas: false }),
      },
      escape_formulas: true,
      quoted_string: true,
      record_delimiter: "windows",
      // Without it some spreadsheets take Arabic names for another encoding.
      bom: isFirst,
    },
  );
}

function toRow(entry: EarningsEntry, timeZone: string): (string | number)[] {
  const { _id, kind, at, amount, fee, net, status, receipt, course, student } = entry;
  const { date, time } = wallClock(at, timeZone);
  return [
    `${date} ${time}`,
    entryKindLabels[kind],
    course?.title ?? "",
    student?.name ?? "",
    receipt ?? "",
    // Numbers are written by us and may be negative: they stay numbers.
    amount,
    fee,
    net,
    currency.toUpperCase(),
    status ? entryStatusLabels[status] : "",
    _id,
  ];
}
