/** Exports of the console's tables as CSV files. */
import type * as z from "zod/mini";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import type { ExportKind } from "#lib/staff/staff-actions.ts";
import { writeCsv } from "../http/csv.ts";
import { recordStaffAction } from "./audit.ts";
import type { StaffMember } from "./staff-actor.ts";
import { type StaffApp, staffRoute } from "./staff-route.ts";

interface StaffExport<Query extends z.ZodMiniType, Row, Column extends string> {
  kind: ExportKind;
  /** Who may export, besides owners. */
  roles: readonly StaffRole[] | "any";
  summary: string;
  query: Query;
  read(request: { staff: StaffMember; query: z.output<Query> }): Promise<readonly Row[]>;
  /** What each column contains. Numbers are amounts. */
  columns: Readonly<Record<Column, (row: Row) => string | number>>;
  /** The heading of a column. */
  title(column: Column): string;
}

/**
 * Declares the export of a table, `/export.csv`. It is the only way to export, so that each export is in
 * the audit log.
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
    async handle({ staff, query: asked }) {
      const rows = await read({ staff, query: asked });
      await recordStaffAction(app.context.db, staff, {
        kind,
        subjectKind: "section",
        subjectId: section,
        reason: "",
        details: { rows: rows.length, ...describeQuery(asked) },
      });
      return answerCsv(
        section,
        writeCsv(
          names.map(title),
          rows.map((row) => names.map((name) => columns[name](row))),
        ),
      );
    },
  });
}

/** The search and filters of the export. */
function describeQuery(query: unknown): Record<string, unknown> {
  const stated = Object.entries(query ?? {}).filter(
    ([name, value]) => value !== undefined && name !== "page" && name !== "sort",
  );
  return stated.length === 0 ? {} : { query: Object.fromEntries(stated) };
}

/** A CSV file that the browser saves. @param name without the date and ending. */
function answerCsv(name: string, content: string): Response {
  const day = new Date().toISOString().slice(0, 10);
  return new Response(content, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${day}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}
