import { getTexts } from "#translations/revenue.ts";
import { requireObject } from "../client/readers.ts";
import { toHref } from "../paging/list-url.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type { TableQuery } from "../staff/table-query.ts";
import type { Revenue } from "./revenue.responses.ts";

const t = getTexts("revenue");

export async function fetchRevenue(query: TableQuery): Promise<Revenue> {
  const body = await callStaff(toHref("/revenue", query), { fallback: t("failed") });
  return requireObject<Revenue>(body);
}
