/** Exports of the console's tables as CSV files. */
import type * as z from "zod/mini";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import type { ExportKind } from "#lib/staff/staff-actions.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { writeCsv } from "../http/csv.ts";
import { writeTemporaryFile } from "../http/temporary-file.ts";
import { recordStaffAction } from "./audit.ts";
import type { StaffMember } from "./staff-actor.ts";
import { type StaffApp, staffRoute } from "./staff-route.ts";

const t = getTexts("staff");

interface StaffExport<Query extends z.ZodMiniType, Row, Column extends string> {
  kind: ExportKind;
  /** Who may export, besides owners. */
  roles: readonly StaffRole[] | "any";
  summary: string;
  query: Query;
  /** All rows, or their pages. The database of the context is the transaction of the export. */
  read(request: {
    context: Context;
    staff: StaffMember;
    query: z.output<Query>;
  }): Promise<readonly Row[]> | AsyncIterable<readonly Row[]>;
  /** What each column contains. Numbers are amounts, and conditions are written as yes or no. */
  columns: Readonly<Record<Column, (row: Row) => string | number | boolean>>;
  /** The heading of a column. */
  title(column: Column): string;
}

/**
 * Declares the export of a table, `/export.csv`. It is the only way to export, so that each export is in
 * the audit log. The file has all rows, however many there are, and is complete before it is sent: a
 * slow download keeps no connection to the database, and a failure is no shortened file.
 */
export function staffExport<Query extends z.ZodMiniType, Row, Column extends string>(
  app: StaffApp,
  { kind, roles, summary, query, read, columns, title }: StaffExport<Query, Row, Column>,
): void {
  const section = kind.slice("export-".length);
  const names = Object.keys(columns) as Column[];
  staffRoute(app, {
    method: "get",
    path: "/export.csv",
    roles,
    summary,
    query,
    contentType: "text/csv",
    async handle({ staff, query: asked, c }) {
      if (c.req.method === "HEAD") return answerCsv(section, null);
      const content = await writeTemporaryFile((file) =>
        app.context.db.transaction(
          async (tx) => {
            const context = { ...app.context, db: tx };
            const titles = names.map(title);
            await file.appendFile(writeCsv(titles, []));
            let count = 0;
            for await (const rows of toPages(read({ context, staff, query: asked }))) {
              count += rows.length;
              const cells = rows.map((row) => names.map((name) => toCell(columns[name](row))));
              await file.appendFile(writeCsv(titles, cells, { isFirst: false }));
            }
            await recordStaffAction(tx, staff, {
              kind,
              subjectKind: "section",
              subjectId: section,
              reason: "",
              details: { rows: count, ...describeQuery(asked) },
            });
          },
          // All pages are of the same moment.
          { isolationLevel: "repeatable read" },
        ),
      );
      return answerCsv(section, content);
    },
  });
}

const toCell = (value: string | number | boolean): string | number =>
  typeof value === "boolean" ? t(value ? "server.yes" : "server.no") : value;

async function* toPages<Row>(
  read: Promise<readonly Row[]> | AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  if (Symbol.asyncIterator in read) yield* read;
  else yield await read;
}

/** The search and filters of the export. */
function describeQuery(query: unknown): Record<string, unknown> {
  const stated = Object.entries(query ?? {}).filter(
    ([name, value]) => value !== undefined && name !== "page" && name !== "sort",
  );
  return stated.length === 0 ? {} : { query: Object.fromEntries(stated) };
}

/** A CSV file that the browser saves. @param name without the date and ending. */
function answerCsv(name: string, content: ReadableStream<Uint8Array> | null): Response {
  const day = new Date().toISOString().slice(0, 10);
  return new Response(content, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${day}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}
