import type { SortOrder, StudentSort } from "#lib/enrollments/teacher-students.ts";

/** The sortable columns and their initial sort directions. Their names are `sort.<sort>`. */
export const columns: readonly { sort: StudentSort; first: SortOrder }[] = [
  { sort: "student", first: "asc" },
  { sort: "course", first: "asc" },
  { sort: "progress", first: "desc" },
  { sort: "joined", first: "desc" },
];
