import { getTexts } from "#translations/plans.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { readList, readText, requireObject } from "../client/readers.ts";
import type { OwnPlan, PlanInvoice } from "./plans.responses.ts";

const t = getTexts("plans");

/** Fetches the logged-in person's plan and what it includes. */
export async function fetchOwnPlan(): Promise<OwnPlan> {
  return requireObject(await callApi("/plans/me", { fallback: t("failed.load") }));
}

export async function fetchPlanInvoices(): Promise<PlanInvoice[]> {
  const body = await callApi("/plans/me/invoices", { fallback: t("failed.invoices") });
  return readList<PlanInvoice>(body, "invoices");
}

/** Cancels the subscription at the end of its period, or continues it. */
export async function setRenewal(renews: boolean): Promise<OwnPlan> {
  const call = { method: "PUT", body: { renews }, fallback: t("failed.change") } as const;
  return requireObject(await callApi("/plans/me/renewal", call));
}

/** Creates a link to the provider's page of the subscription. */
export async function fetchPortalUrl(): Promise<string> {
  const body = await callApi("/plans/portal", {
    method: "POST",
    body: {},
    fallback: t("failed.load"),
  });
  const url = readText(body, "portalUrl");
  if (!url) throw new ApiError(t("failed.load"), 200);
  return url;
}
