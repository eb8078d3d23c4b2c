import { type CsvRow, writeCsv } from "../http/csv.ts";

/** A CSV file that the browser saves. @param name without the date and ending. */
export function answerCsv(
  name: string,
  columns: readonly string[],
  rows: readonly CsvRow[],
): Response {
  const day = new Date().toISOString().slice(0, 10);
  return new Response(writeCsv(columns, rows), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${day}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}
