/** The query for a person as staff see them. */
import { queryOptions } from "../client/query-client.ts";
import { fetchStaffPerson } from "./staff-people.calls.ts";

export const staffPersonOptions = (userId: string) =>
  queryOptions({ queryKey: ["people", "staff", userId], queryFn: () => fetchStaffPerson(userId) });
