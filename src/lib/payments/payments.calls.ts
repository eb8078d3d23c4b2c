import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { readObject, readText } from "../client/readers.ts";
import type { PaymentAccountInput } from "./payment-account-input.ts";
import type { AccountStanding, PaymentAccount } from "./payments.responses.ts";
import { paymentAccountMessages } from "./payments.rules.ts";

/**
 * The state of the teacher's payment account, which decides whether the course form opens: `valid`,
 * or what is missing: `none`: an account; `unfinished`: some details; `restricted`: the provider's
 * approval.
 */
export type AccountState = "valid" | "none" | "unfinished" | "restricted";

/** A missing account is a valid result (`none`). Any other failure is thrown. */
export async function fetchAccountState(): Promise<AccountState> {
  try {
    const body = await callApi("/connect/accounts/current", {
      fallback: paymentAccountMessages.unavailable,
    });
    const account = readObject<Partial<PaymentAccount>>(body);
    if (!account?.id) return "none";
    if (!account.details_submitted) return "unfinished";
    return account.charges_enabled ? "valid" : "restricted";
  } catch (error) {
    const missing = error instanceof ApiError && error.status === 404;
    if (missing) return "none";
    throw error;
  }
}

/**
 * Creates the URL of the page where the teacher enters the details that the payment provider
 * requires. Without a country, the account keeps its country.
 */
export async function createAccountLink(input: Partial<PaymentAccountInput> = {}): Promise<string> {
  const body = await callApi("/connect/accounts/setup", {
    method: "POST",
    body: input,
    fallback: paymentAccountMessages.setupFailed,
  });
  const link = readText(body, "result", "accountLink");
  if (!link) throw new ApiError(paymentAccountMessages.linkFailed, 200);
  return link;
}

/** The account's status in our own records, without a request to the provider. */
export async function fetchAccountStanding(): Promise<Partial<AccountStanding>> {
  const body = await callApi("/connect/accounts/standing", {
    fallback: paymentAccountMessages.unavailable,
  });
  return readObject<Partial<AccountStanding>>(body) ?? {};
}

/** Creates a link to the account's page at the provider. */
export async function createProviderLink(): Promise<string> {
  const body = await callApi("/connect/accounts/page", {
    method: "POST",
    body: {},
    fallback: paymentAccountMessages.unavailable,
  });
  const link = readText(body, "url");
  if (!link) throw new ApiError(paymentAccountMessages.unavailable, 200);
  return link;
}
