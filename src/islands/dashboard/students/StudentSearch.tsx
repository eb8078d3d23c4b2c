import { useEffect, useState } from "react";
import { TextField } from "#islands/ui/form/Field.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import type { TeacherStudentsQuery } from "#lib/enrollments/teacher-students.ts";
import { getTexts } from "#translations/teacher-students.ts";
import { columns } from "./columns.ts";

const t = getTexts("teacherStudents");

/** Delay after typing before searching, in milliseconds. */
const searchDelayMs = 250;

interface StudentSearchProps {
  query: TeacherStudentsQuery;
  onChange: (change: TeacherStudentsQuery) => void;
}

/** The search field, and the sort order for screens without table headers. */
export function StudentSearch({ query, onChange }: StudentSearchProps) {
  const [search, setSearch] = useState(query.search ?? "");
  useEffect(() => {
    if (search.trim() === (query.search ?? "")) return;
    const timer = setTimeout(() => onChange({ search: search.trim() }), searchDelayMs);
    return () => clearTimeout(timer);
  }, [search, query.search, onChange]);

  return (
    <div className="grid gap-3 sm:max-w-md">
      <TextField
        label={t("search")}
        type="search"
        placeholder={t("searchHint")}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <SelectField
        className="lg:hidden"
        label={t("sortBy")}
        value={query.sort || "joined"}
        options={columns.map(({ sort }) => ({ value: sort, label: t(`sort.${sort}`) }))}
        onChange={({ target }) => {
          const column = columns.find(({ sort }) => sort === target.value);
          if (column) onChange({ sort: column.sort, order: column.first });
        }}
      />
    </div>
  );
}
