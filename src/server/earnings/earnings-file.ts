/** The rows of a teacher's earnings in a CSV file. */
import type { EarningsEntry } from "#lib/earnings/earnings.responses.ts";
import { labelEntryKind, labelEntryStatus } from "#lib/earnings/earnings.ts";
import { currency } from "#lib/payments/money.ts";
import { wallClock } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { type CsvRow, writeCsv } from "../http/csv.ts";

const t = getTexts("earnings");

/** Writes the header row with the first entries, or further entries. */
export function writeEarnings(
  entries: readonly EarningsEntry[],
  timeZone: string,
  { isFirst = false } = {},
): string {
  const columns = [
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
  ];
  const rows = entries.map((entry) => toRow(entry, timeZone));
  return writeCsv(columns, rows, { isFirst });
}

function toRow(entry: EarningsEntry, timeZone: string): CsvRow {
  const { _id, kind, at, amount, fee, net, status, receipt, course, student } = entry;
  const { date, time } = wallClock(at, timeZone);
  return [
    `${date} ${time}`,
    labelEntryKind(kind),
    course?.title ?? "",
    student?.name ?? "",
    receipt ?? "",
    amount,
    fee,
    net,
    currency.toUpperCase(),
    status ? labelEntryStatus(status) : "",
    _id,
  ];
}
