import { useEffect, useState } from "react";
import {
  type TeacherStudentsQuery,
  teacherStudentsQuery,
} from "#lib/enrollments/teacher-students.ts";
import { pageLocation } from "#lib/page-scope.ts";
import { readQuery, toHref } from "#lib/paging/list-url.ts";

const read = (): TeacherStudentsQuery =>
  readQuery(teacherStudentsQuery, new URLSearchParams(pageLocation().search));

/**
 * The query is stored in the URL, so that Back undoes sorting and paging. Any change except the
 * page returns to the first page.
 */
export function useStudentsQuery(): [TeacherStudentsQuery, (change: TeacherStudentsQuery) => void] {
  const [query, setQuery] = useState(read);
  useEffect(() => {
    const follow = () => setQuery(read());
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const change = (changes: TeacherStudentsQuery) => {
    const next = { ...query, page: undefined, ...changes };
    const path = toHref("/dashboard", { tab: "students", ...next });
    // Typing replaces the history entry, so that Back doesn't undo single characters.
    if ("search" in changes) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    setQuery(read());
  };
  return [query, change];
}
