import { useEffect, useState } from "react";
import { pageLocation } from "#lib/page-scope.ts";
import { studentParameter } from "#lib/recitations/recitations.rules.ts";

const read = () => new URLSearchParams(pageLocation().search).get(studentParameter) ?? undefined;

/** The selected student, stored in the URL so that Back returns to the previous one. */
export function useStudent(): [string | undefined, (studentId: string | undefined) => void] {
  const [student, setStudent] = useState(read);
  useEffect(() => {
    const follow = () => setStudent(read());
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const choose = (studentId: string | undefined) => {
    const query =
      studentId === undefined ? "" : `?${new URLSearchParams({ [studentParameter]: studentId })}`;
    history.pushState(null, "", `${location.pathname}${query}`);
    setStudent(studentId);
    scrollTo({ top: 0 });
  };
  return [student, choose];
}
