/** Queries for the teacher's payment account. */
import { queryOptions } from "../client/query-client.ts";
import { fetchAccountStanding, fetchAccountState } from "./payments.calls.ts";

/** The account's state as the provider reports it now. */
export const accountStateOptions = () =>
  queryOptions({ queryKey: ["payments", "account"], queryFn: fetchAccountState, staleTime: 0 });

/** The account's status in our own records. */
export const accountStandingOptions = () =>
  queryOptions({ queryKey: ["payments", "standing"], queryFn: fetchAccountStanding });
