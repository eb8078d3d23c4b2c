import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTableQuery } from "#islands/staff/shared/use-table-query.ts";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { revenueOptions, revenueParameters } from "#lib/payments/revenue.queries.ts";
import { getTexts } from "#translations/revenue.ts";
import { RevenueChart } from "./RevenueChart.tsx";
import { RevenueControls } from "./RevenueControls.tsx";
import { RevenueFigures } from "./RevenueFigures.tsx";
import { RevenueTable } from "./RevenueTable.tsx";

const t = getTexts("revenue");

/** The platform's revenue in a range of days, in figures, as a chart and as a table. */
export default function Revenue() {
  const [query, change] = useTableQuery(revenueParameters);
  const result = useQuery(
    { ...revenueOptions(query), placeholderData: keepPreviousData },
    queryClient,
  );
  const { data } = result;
  return (
    <div className="grid gap-6">
      <RevenueControls query={query} revenue={data} onChange={change} />
      {result.isPending && <Loading label={t("loading")} />}
      {result.isError && <QueryError query={result} />}
      {data && (
        <div
          className={`grid gap-6 transition-opacity ${result.isPlaceholderData ? "opacity-60" : ""}`}
        >
          <RevenueFigures revenue={data} />
          {data.rows.length === 0 ? (
            <EmptyState title={t("none")}>{t("noneText")}</EmptyState>
          ) : (
            <>
              <RevenueChart revenue={data} />
              <RevenueTable revenue={data} />
            </>
          )}
        </div>
      )}
    </div>
  );
}
