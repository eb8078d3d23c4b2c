import { useEffect, useState } from "react";
import { type OwnStudentsQuery, ownStudentsQuery } from "#lib/enrolments/own-students.ts";
import { readQuery, toHref } from "#lib/paging/list-url.ts";

const read = (): OwnStudentsQuery =>
  readQuery(ownStudentsQuery, new URLSearchParams(location.search));

/**
 * What is asked for stands in the URL: Back undoes a sort or a page. Anything but another page
 * begins at the first one.
 */
export function useStudentsQuery(): [OwnStudentsQuery, (change: OwnStudentsQuery) => void] {
  const [query, setQuery] = useState(read);
  useEffect(() => {
    const follow = () => setQuery(read());
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const change = (changes: OwnStudentsQuery) => {
    const next = { ...query, page: undefined, ...changes };
    const path = toHref("/dashboard", { tab: "students", ...next });
    // Words are typed letter by letter; Back should not take them away one by one.
    if ("search" in changes) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    setQuery(read());
  };
  return [query, change];
}
