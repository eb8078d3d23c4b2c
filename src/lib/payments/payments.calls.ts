import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { readObject, readText } from "../client/readers.ts";
import type { AccountStatus, PaymentAccount } from "./payments.responses.ts";

/**
 * What the gate in front of the course form knows of the teacher's payment account: valid, or what
 * is required: one, the rest of its questions, or the provider's leave to go on.
 */
export type AccountState = "valid" | "none" | "unfinished" | "restricted";

/** A missing account has to be set up; any other failure is thrown. */
export async function fetchAccountState(): Promise<AccountState> {
  try {
    const body = await callApi("/connect/accounts/current", {
      fallback: "Failed to check Connect account status",
    });
    const account = readObject<Partial<PaymentAccount>>(body);
    if (!account?.id) return "none";
    if (!account.details_submitted) return "unfinished";
    return account.charges_enabled ? "valid" : "restricted";
  } catch (error) {
    const missing = error instanceof ApiError && /not found/i.test(error.message);
    if (missing) return "none";
    throw error;
  }
}

/** The address where the teacher enters what the payment provider needs. */
export async function createAccountLink(): Promise<string> {
  const body = await callApi("/connect/accounts/setup", {
    method: "POST",
    body: {},
    fallback: "Failed to set up Connect account",
  });
  const link = readText(body, "result", "accountLink");
  if (!link) throw new ApiError("Failed to generate Connect account setup link", 200);
  return link;
}

/** The status of the account in our own records, without asking the provider. */
export async function fetchAccountStatus(): Promise<AccountStatus | undefined> {
  const body = await callApi("/connect/accounts/standing", {
    fallback: "Failed to check Connect account status",
  });
  return readText(body, "standing") as AccountStatus | undefined;
}

/** The account's own page at the provider. */
export async function createProviderLink(): Promise<string> {
  const body = await callApi("/connect/accounts/page", {
    method: "POST",
    body: {},
    fallback: "Failed to check Connect account status",
  });
  const link = readText(body, "url");
  if (!link) throw new ApiError("Failed to check Connect account status", 200);
  return link;
}
