import { callApi } from "./api-client.ts";
import { ApiError } from "./api-error.ts";
import { readObject, readText } from "./readers.ts";

interface PaymentAccount {
  id?: string;
  details_submitted?: boolean;
  charges_enabled?: boolean;
}

/** What the gate in front of the course form knows of the teacher's payment account. */
export type AccountState = "valid" | "required";

/** An account that isn't there yet counts as required; any other failure is thrown. */
export async function fetchAccountState(): Promise<AccountState> {
  try {
    const body = await callApi("/connect/accounts/current", {
      fallback: "Failed to check Connect account status",
    });
    const account = readObject<PaymentAccount>(body);
    const valid = Boolean(account?.id && account.details_submitted && account.charges_enabled);
    return valid ? "valid" : "required";
  } catch (error) {
    const missing = error instanceof ApiError && /not found/i.test(error.message);
    if (missing) return "required";
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
