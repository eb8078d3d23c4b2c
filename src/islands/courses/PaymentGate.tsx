import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { deferPart } from "#islands/ui/deferred.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { createAccountLink } from "#lib/payments/payments.calls.ts";
import { accountStandingOptions, accountStateOptions } from "#lib/payments/payments.queries.ts";
import { nameCountry } from "#lib/text/display-names.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/payment-gate.ts";

const t = getTexts("paymentGate");

/** Contains the list of countries, which only teachers without a payment account need. */
const PaymentCountry = deferPart(
  async () => (await withTexts(import("./PaymentCountry.tsx"))).PaymentCountry,
  { isRare: true },
);

interface PaymentGateProps {
  fee: string | undefined;
  /** Whether the teacher has just set up the payment account. */
  returnsFromSetup: boolean;
  /**
   * Content behind the gate. `canBePaid` is false for teachers who continue without a payment
   * account.
   */
  children: (canBePaid: boolean) => ReactNode;
}

/** Restores the focus, because the pressed button has disappeared. */
function focusFirstField(element: HTMLElement | null): void {
  element?.querySelector("input")?.focus();
}

/**
 * Lets teachers continue once their payment account can accept payments, and helps them set it up.
 * Free courses need no account, so teachers can also continue without one.
 */
export function PaymentGate({ fee, returnsFromSetup, children }: PaymentGateProps) {
  const [isFree, setFree] = useState(false);
  const state = useQuery({ ...accountStateOptions(), enabled: !isFree }, queryClient);
  const isMissing = state.data !== undefined && state.data !== "valid";
  const standing = useQuery({ ...accountStandingOptions(), enabled: isMissing }, queryClient).data;
  const [chosen, setChosen] = useState<string>();
  const [isReplacing, setReplacing] = useState(false);
  const setUp = useMutation(
    { mutationFn: createAccountLink, onSuccess: (link) => goTo(link) },
    queryClient,
  );

  if (isFree) return <div ref={focusFirstField}>{children(false)}</div>;
  if (state.isPending) return <Loading label={t("account.checking")} />;
  const freeCourse = (
    <section className="panel mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
      <div className="grid gap-1">
        <h2 className="text-base">{t("account.freeTitle")}</h2>
        <p className="muted text-sm">{t("account.freeText")}</p>
      </div>
      <Button look="quiet" onClick={() => setFree(true)}>
        {t("account.freeAction")}
      </Button>
    </section>
  );
  if (state.isError) {
    return (
      <>
        <section className="grid gap-3">
          <h2 className="text-lg">{t("account.failed")}</h2>
          <QueryError query={state} />
        </section>
        {freeCourse}
      </>
    );
  }
  if (state.data === "valid") {
    return (
      <>
        {returnsFromSetup && (
          <div className="mb-6">
            <Alert kind="success">{t("account.ready")}</Alert>
          </div>
        )}
        {children(true)}
      </>
    );
  }
  const country = chosen ?? standing?.proposedCountry;
  const choosesCountry = state.data === "none" || isReplacing;
  const isReplaced = isReplacing && country !== standing?.country;
  return (
    <>
      <EmptyState
        title={t("account.title")}
        action={
          <>
            {choosesCountry && country && standing?.platformCountry && (
              <PaymentCountry
                country={country}
                platformCountry={standing.platformCountry}
                onChange={setChosen}
              />
            )}
            {isReplaced && standing?.country && (
              <Alert kind="warning">
                {t("country.replaceText", { country: nameCountry(standing.country) })}
              </Alert>
            )}
            {setUp.isError && <Alert>{messageOf(setUp.error)}</Alert>}
            <div className="flex flex-wrap justify-center gap-3">
              <Button
                busy={setUp.isPending || setUp.isSuccess}
                busyLabel={t("account.opening")}
                onClick={() =>
                  setUp.mutate(choosesCountry && country ? { country, replace: isReplacing } : {})
                }
              >
                {isReplaced ? t("country.replace") : t(`account.${state.data}.action`)}
              </Button>
              <Button look="quiet" busy={state.isFetching} onClick={() => void state.refetch()}>
                {t("account.checkAgain")}
              </Button>
            </div>
            {state.data !== "none" && standing?.country && !isReplacing && (
              <p className="text-sm">
                {t("country.current", { country: nameCountry(standing.country) })}{" "}
                <button type="button" className="link" onClick={() => setReplacing(true)}>
                  {t("country.wrong")}
                </button>
              </p>
            )}
          </>
        }
      >
        {t(`account.${state.data}.text`)} {fee}
      </EmptyState>
      {freeCourse}
    </>
  );
}
