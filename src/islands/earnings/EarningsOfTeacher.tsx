import { useMutation } from "@tanstack/react-query";
import type { RefundedSeat } from "#islands/payments/shared/RefundDialog.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { Pager } from "#islands/ui/Pager.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import {
  defaultPeriod,
  type EarningsQuery,
  earningsPeriods,
  labelPeriod,
} from "#lib/earnings/earnings.ts";
import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { toHref } from "#lib/paging/list-url.ts";
import { createProviderLink } from "#lib/payments/payments.calls.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/earnings.ts";
import { Disputes } from "./Disputes.tsx";
import { EntriesTable } from "./EntriesTable.tsx";
import { ExportCsv } from "./ExportCsv.tsx";
import { Figures } from "./Figures.tsx";
import { Notes } from "./Notes.tsx";
import { useEarnings, useEarningsQuery, withZone } from "./use-earnings.ts";

const t = getTexts("earnings");

/** Earnings in a period: totals, disputes and transactions. */
export function EarningsOfTeacher({ onRefund }: { onRefund: (seat: RefundedSeat) => void }) {
  const [query, change] = useEarningsQuery();
  const earnings = useEarnings(query);
  const { data } = earnings;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <Periods chosen={query.period || defaultPeriod} onChoose={(period) => change({ period })} />
        {data && !data.isAway && data.total > 0 && (
          <ExportCsv
            href={toHref(`${earningsPath}.csv`, { ...withZone(query), page: undefined })}
          />
        )}
        {data?.source === "provider" && <ProviderPage />}
      </div>
      {earnings.isPending && <Loading label={t("loading")} />}
      {earnings.isError && <QueryError query={earnings} />}
      {data && (
        <>
          <Notes earnings={data} retry={() => void earnings.refetch()} busy={earnings.isFetching} />
          <Figures earnings={data} />
          <Disputes disputes={data.disputes} />
          {data.total === 0 ? (
            <EmptyState
              title={t("none")}
              action={
                <a className="btn btn-secondary" href={localizePath("/dashboard?tab=courses")}>
                  {t("courses")}
                </a>
              }
            >
              {t("noneText")}
            </EmptyState>
          ) : (
            <EntriesTable
              entries={data.entries}
              busy={earnings.isPlaceholderData}
              onRefund={onRefund}
            />
          )}
          <Pager
            page={data.page}
            pages={data.pages}
            onPage={(page) => change({ page: String(page) })}
          />
        </>
      )}
    </div>
  );
}

interface PeriodsProps {
  chosen: string;
  onChoose: (period: EarningsQuery["period"]) => void;
}

function Periods({ chosen, onChoose }: PeriodsProps) {
  return (
    <fieldset className="me-auto flex flex-wrap gap-1.5">
      <legend className="sr-only">{t("period.label")}</legend>
      {earningsPeriods.map((period) => (
        <button
          key={period}
          type="button"
          aria-pressed={period === chosen}
          className="btn btn-ghost btn-sm h-9 aria-pressed:btn-secondary"
          onClick={() => onChoose(period)}
        >
          {labelPeriod(period)}
        </button>
      ))}
    </fieldset>
  );
}

/** Opens the payment provider's page with bank details, tax forms and payouts. */
function ProviderPage() {
  const opening = useMutation(
    { mutationFn: createProviderLink, onSuccess: (url) => goTo(url) },
    queryClient,
  );
  return (
    <>
      <Button
        look="quiet"
        busy={opening.isPending || opening.isSuccess}
        busyLabel={t("openBusy")}
        onClick={() => opening.mutate()}
      >
        <Icon name="wallet" />
        {t("openAccount")}
      </Button>
      {opening.isError && (
        <div className="order-last basis-full">
          <Alert>{messageOf(opening.error)}</Alert>
        </div>
      )}
    </>
  );
}
