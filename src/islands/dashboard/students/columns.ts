import type { SortOrder, StudentSort } from "#lib/enrollments/teacher-students.ts";

/** The sortable columns and their initial sort directions. */
export const columns: readonly { sort: StudentSort; label: string; first: SortOrder }[] = [
  { sort: "student", label: "Student", first: "asc" },
  { sort: "course", label: "Course", first: "asc" },
  { sort: "progress", label: "Progress", first: "desc" },
  { sort: "joined", label: "Joined", first: "desc" },
];
