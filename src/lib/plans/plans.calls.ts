import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { readList, readText, requireObject } from "../client/readers.ts";
import type { OwnPlan, PlanInvoice } from "./plans.responses.ts";

const fallback = "Failed to load your plan";
const changeFallback = "Your subscription could not be changed. Please try again.";

/** Fetches the signed-in person's plan and what it includes. */
export async function fetchOwnPlan(): Promise<OwnPlan> {
  return requireObject(await callApi("/plans/me", { fallback }));
}

export async function fetchPlanInvoices(): Promise<PlanInvoice[]> {
  const body = await callApi("/plans/me/invoices", { fallback: "Failed to load your invoices" });
  return readList<PlanInvoice>(body, "invoices");
}

/** Cancels the subscription for the end of its period, or continues it. */
export async function setRenewal(renews: boolean): Promise<OwnPlan> {
  const call = { method: "PUT", body: { renews }, fallback: changeFallback } as const;
  return requireObject(await callApi("/plans/me/renewal", call));
}

/** Creates a link to the provider's page of the subscription. */
export async function fetchPortalUrl(): Promise<string> {
  const body = await callApi("/plans/portal", { method: "POST", body: {}, fallback });
  const url = readText(body, "portalUrl");
  if (!url) throw new ApiError(fallback, 200);
  return url;
}
