import { stringify } from "csv-stringify/sync";
import type { EarningsEntry } from "#lib/earnings/earnings.responses.ts";
import { labelEntryKind, labelEntryStatus } from "#lib/earnings/earnings.ts";
import { currency } from "#lib/payments/money.ts";
import { toCleanLine } from "#lib/text/clean-text.ts";
import { wallClock } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("earnings");

/**
 * Writes CSV (RFC 4180): the header row with the first entries, or further entries. Cells that a
 * spreadsheet could interpret as formulas are escaped.
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
        t("server.csv.date", { zone: timeZone }),
        t("server.csv.type"),
        t("server.csv.course"),
        t("server.csv.student"),
        t("server.csv.receipt"),
        t("server.csv.amount"),
        t("server.csv.fee"),
        t("server.csv.net"),
        t("server.csv.currency"),
        t("server.csv.status"),
        t("server.csv.reference"),
      ],
      cast: {
        string: toCleanLine,
        number: (value) => ({ value: value.toFixed(2), quoted: false, escape_formulas: false }),
      },
      escape_formulas: true,
      quoted_string: true,
      record_delimiter: "windows",
      // Without a byte order mark, some spreadsheets misread Arabic names.
      bom: isFirst,
    },
  );
}

function toRow(entry: EarningsEntry, timeZone: string): (string | number)[] {
  const { _id, kind, at, amount, fee, net, status, receipt, course, student } = entry;
  const { date, time } = wallClock(at, timeZone);
  return [
    `${date} ${time}`,
    labelEntryKind(kind),
    course?.title ?? "",
    student?.name ?? "",
    receipt ?? "",
    // Our own numbers can be negative. They are written unquoted and unescaped.
    amount,
    fee,
    net,
    currency.toUpperCase(),
    status ? labelEntryStatus(status) : "",
    _id,
  ];
}
