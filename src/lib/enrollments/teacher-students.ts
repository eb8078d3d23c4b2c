/** A teacher's students: the query parameters of the list. */
import * as z from "zod/mini";
import { getTexts } from "#translations/teacher-students.ts";
import { pagingQuery } from "../paging/paging.ts";
import { line } from "../text/text-schemas.ts";
import type { ClassProgress } from "./enrollments.responses.ts";

const t = getTexts("teacherStudents");

export const studentSorts = ["student", "course", "progress", "joined"] as const;
export type StudentSort = (typeof studentSorts)[number];

export const sortOrders = ["asc", "desc"] as const;
export type SortOrder = (typeof sortOrders)[number];

export const teacherStudentsPageSize = 20;

const fromList = { error: () => t("server.sortOrder") };

/**
 * Query parameters. Empty parameters count as absent. By default, the newest students come first.
 */
export const teacherStudentsQuery = z.object({
  search: z.optional(line(200)),
  sort: z.optional(z.enum(["", ...studentSorts], fromList)),
  order: z.optional(z.enum(["", ...sortOrders], fromList)),
  ...pagingQuery(100),
});
export type TeacherStudentsQuery = z.output<typeof teacherStudentsQuery>;

/** Formats '3 of 8 classes' or '1 of 1 class'. */
export function describeProgress({ done, total }: ClassProgress): string {
  return t("progress", { done, total });
}

/** Rounds to a whole percentage; 0 for a course without classes. */
export function toPercent({ done, total }: ClassProgress): number {
  return total === 0 ? 0 : Math.round((done / total) * 100);
}
