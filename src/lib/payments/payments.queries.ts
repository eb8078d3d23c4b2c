/** Queries for the teacher's payment account. */
import { queryOptions } from "../client/query-client.ts";
import { type AccountState, fetchAccountStanding, fetchAccountState } from "./payments.calls.ts";

/**
 * Without an account, the API's response is an error, which browsers log. So browsers don't refetch
 * it on their own: the page has the state from the server, and there is a button to check again.
 */
const mayAskAgain = ({ state }: { state: { data?: AccountState | undefined } }) =>
  state.data !== "none";

async function hasAccount(): Promise<boolean> {
  const { standing } = await fetchAccountStanding();
  return standing !== "none" && standing !== "disconnected";
}

/** The account's state as the provider reports it now. */
export const accountStateOptions = () =>
  queryOptions({
    queryKey: ["payments", "account"],
    // Once there was no account, our own records are asked first: their answer isn't an error.
    queryFn: async ({ client, queryKey }): Promise<AccountState> => {
      const isMissing = client.getQueryData(queryKey) === "none" && !(await hasAccount());
      return isMissing ? "none" : fetchAccountState();
    },
    staleTime: 0,
    refetchOnMount: mayAskAgain,
    refetchOnReconnect: mayAskAgain,
    refetchOnWindowFocus: mayAskAgain,
  });

/** The account's status in our own records. */
export const accountStandingOptions = () =>
  queryOptions({ queryKey: ["payments", "standing"], queryFn: fetchAccountStanding });
