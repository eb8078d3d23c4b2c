import { useEffect, useState } from "react";
import { TextField } from "#islands/ui/form/Field.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import type { OwnStudentsQuery } from "#lib/enrollments/own-students.ts";
import { columns } from "./columns.ts";

/** Delay after typing before searching, in milliseconds. */
const restTime = 250;

interface StudentSearchProps {
  query: OwnStudentsQuery;
  onChange: (change: OwnStudentsQuery) => void;
}

/** The search field, and the sort order for screens without table headers. */
export function StudentSearch({ query, onChange }: StudentSearchProps) {
  const [words, setWords] = useState(query.search ?? "");
  useEffect(() => {
    if (words.trim() === (query.search ?? "")) return;
    const timer = setTimeout(() => onChange({ search: words.trim() }), restTime);
    return () => clearTimeout(timer);
  }, [words, query.search, onChange]);

  return (
    <div className="grid gap-3 sm:max-w-md">
      <TextField
        label="Search students"
        type="search"
        placeholder="Name or course"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <SelectField
        className="md:hidden"
        label="Sort by"
        value={query.sort || "joined"}
        options={columns.map(({ sort, label }) => ({ value: sort, label }))}
        onChange={({ target }) => {
          const column = columns.find(({ sort }) => sort === target.value);
          if (column) onChange({ sort: column.sort, order: column.first });
        }}
      />
    </div>
  );
}
