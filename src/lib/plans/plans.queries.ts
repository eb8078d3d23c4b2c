/** Queries for a person's plan. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchOwnPlan, fetchPlanInvoices } from "./plans.calls.ts";
import type { OwnPlan } from "./plans.responses.ts";

/** The logged-in person's plan and what it includes. */
export const ownPlanOptions = () =>
  queryOptions({ queryKey: ["plans", "own"], queryFn: fetchOwnPlan });

export const planInvoicesOptions = () =>
  queryOptions({ queryKey: ["plans", "invoices"], queryFn: fetchPlanInvoices });

/** Shows the plan as the server returned it after a change. */
export function keepOwnPlan(plan: OwnPlan): void {
  queryClient.setQueryData(ownPlanOptions().queryKey, plan);
}
