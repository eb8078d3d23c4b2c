import type { TeacherStudentRow } from "#lib/enrollments/enrollments.responses.ts";
import type { SortOrder, TeacherStudentsQuery } from "#lib/enrollments/teacher-students.ts";
import { getTexts } from "#translations/teacher-students.ts";
import { columns } from "./columns.ts";
import { StudentRow } from "./StudentRow.tsx";

const t = getTexts("teacherStudents");

interface StudentsTableProps {
  students: readonly TeacherStudentRow[];
  query: TeacherStudentsQuery;
  /** Whether another page is loading. */
  busy: boolean;
  onChange: (change: TeacherStudentsQuery) => void;
  onRemove: (seat: TeacherStudentRow) => void;
  onRefund: (seat: TeacherStudentRow) => void;
}

const other: Record<SortOrder, SortOrder> = { asc: "desc", desc: "asc" };
const ariaSort: Record<SortOrder, "ascending" | "descending"> = {
  asc: "ascending",
  desc: "descending",
};
const arrows: Record<SortOrder, string> = { asc: "↑", desc: "↓" };

/** The table of students. On narrow screens, each row is a card. */
export function StudentsTable({
  students,
  query,
  busy,
  onChange,
  onRemove,
  onRefund,
}: StudentsTableProps) {
  const sorted = query.sort || "joined";
  return (
    <div className={`panel overflow-hidden transition-opacity ${busy ? "opacity-60" : ""}`}>
      <table className="table max-lg:block" aria-busy={busy}>
        <thead className="max-lg:sr-only">
          <tr>
            {columns.map(({ sort, first }) => {
              const order = sort === sorted ? query.order || first : undefined;
              return (
                <th key={sort} scope="col" aria-sort={order ? ariaSort[order] : undefined}>
                  <button
                    type="button"
                    className="flex cursor-pointer items-center gap-1 py-1 hover:text-base-content"
                    onClick={() => onChange({ sort, order: order ? other[order] : first })}
                  >
                    {t(`sort.${sort}`)}
                    <span aria-hidden="true">{order ? arrows[order] : ""}</span>
                  </button>
                </th>
              );
            })}
            <th scope="col">{t("actions")}</th>
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {students.map((seat) => (
            <StudentRow
              key={seat.enrollmentId}
              seat={seat}
              onRemove={() => onRemove(seat)}
              onRefund={() => onRefund(seat)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
