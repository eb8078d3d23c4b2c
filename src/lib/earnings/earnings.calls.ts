import { getTexts } from "#translations/earnings.ts";
import { callApi } from "../client/api-client.ts";
import { requireObject } from "../client/readers.ts";
import { toHref } from "../paging/list-url.ts";
import type { Earnings } from "./earnings.responses.ts";
import type { EarningsQuery } from "./earnings.ts";

const t = getTexts("earnings");

export async function fetchEarnings(query: EarningsQuery): Promise<Earnings> {
  const body = await callApi(toHref("/connect/earnings", { ...query }), {
    fallback: t("loadFailed"),
  });
  return requireObject<Earnings>(body);
}
