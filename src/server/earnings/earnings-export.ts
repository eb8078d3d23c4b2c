/** A teacher's earnings as a file for spreadsheets. */
import { stringify } from "csv-stringify/sync";
import {
  type EarningsEntry,
  earningsQuery,
  entryKindLabels,
  entryStatusLabels,
} from "#lib/earnings.ts";
import { wallClock } from "#lib/instants.ts";
import { readQuery } from "#lib/list-address.ts";
import { currency } from "#lib/money.ts";
import { findSession } from "../accounts/session-cookie.ts";
import { getContext } from "../context.ts";
import { listAllEarnings } from "./earnings.ts";

/** Text of RFC 4180. Cells that a spreadsheet would take for formulas are made plain text. */
export function writeEarnings(entries: readonly EarningsEntry[], timeZone: string): string {
  return stringify(
    entries.map(({ _id, kind, at, amount, fee, net, status, course, student }) => {
      const { date, time } = wallClock(at, timeZone);
      return [
        `${date} ${time}`,
        entryKindLabels[kind],
        course?.title ?? "",
        student?.name ?? "",
        // Numbers are written by us and may be negative: they stay numbers.
        amount,
        fee,
        net,
        currency.toUpperCase(),
        status ? entryStatusLabels[status] : "",
        _id,
      ];
    }),
    {
      header: true,
      columns: [
        `Date (${timeZone})`,
        "Type",
        "Course",
        "Student",
        "Amount",
        "Fee",
        "Net",
        "Currency",
        "Status",
        "Reference",
      ],
      cast: {
        number: (value) => ({ value: value.toFixed(2), quoted: false, escape_formulas: false }),
      },
      escape_formulas: true,
      quoted_string: true,
      record_delimiter: "windows",
      // Without it some spreadsheets take Arabic names for another encoding.
      bom: true,
    },
  );
}

/**
 * Answers a click on the export, by the session cookie: strangers and students go elsewhere. A file
 * that lacks something would pass for the whole truth, so there is none while the provider is away
 * or when there is more than a report reads. The link saves what it gets: a failure has to be one.
 */
export async function downloadEarnings(request: Request): Promise<Response> {
  const context = getContext();
  const actor = await findSession(context, request.headers.get("cookie"));
  if (actor?.profile?.role !== "teacher") return leadTo("/dashboard");
  const query = readQuery(earningsQuery, new URL(request.url).searchParams);
  const { entries, timeZone, isAway, isCut } = await listAllEarnings(context, actor, query);
  if (isAway) {
    return decline(503, "The payment provider can't be reached just now. Please try again later.");
  }
  if (isCut) {
    return decline(422, "There is too much in this period. Please choose a shorter one.");
  }
  return new Response(writeEarnings(entries, timeZone), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="earnings.csv"',
      "cache-control": "no-store",
    },
  });
}

function decline(status: number, words: string): Response {
  return new Response(words, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}

function leadTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}
