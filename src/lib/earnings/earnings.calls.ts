import { callApi } from "../client/api-client.ts";
import { requireObject } from "../client/readers.ts";
import { toHref } from "../paging/list-url.ts";
import type { Earnings } from "./earnings.responses.ts";
import type { EarningsQuery } from "./earnings.ts";

export async function fetchEarnings(query: EarningsQuery): Promise<Earnings> {
  const body = await callApi(toHref("/connect/earnings", { ...query }), {
    fallback: "Failed to load your earnings. Please try again later.",
  });
  return requireObject<Earnings>(body);
}
