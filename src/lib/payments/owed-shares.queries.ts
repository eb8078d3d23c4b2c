/** The queries of the console's page about shares that the platform owes. */
import { queryOptions } from "../client/query-client.ts";
import { fetchSharePayouts } from "./owed-shares.calls.ts";

/** The latest payouts to a teacher. */
export const sharePayoutsOptions = (teacherId: string) =>
  queryOptions({
    queryKey: ["payments", "share-payouts", teacherId],
    queryFn: () => fetchSharePayouts(teacherId),
    staleTime: 0,
  });
