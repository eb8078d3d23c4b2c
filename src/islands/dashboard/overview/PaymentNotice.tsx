import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { createAccountLink } from "#lib/payments/payments.calls.ts";
import { accountStandingOptions } from "#lib/payments/payments.queries.ts";
import { describeAccountStatus } from "#lib/payments/payments.ts";
import { getTexts } from "#translations/payments.ts";

const t = getTexts("payments");

/** Warns a teacher that students can't pay at the moment, and says what to do. */
export function PaymentNotice() {
  const status = useQuery(accountStandingOptions(), queryClient).data?.standing;
  const setUp = useMutation(
    { mutationFn: () => createAccountLink(), onSuccess: (link) => goTo(link) },
    queryClient,
  );
  if (status !== "restricted" && status !== "disconnected") return null;
  const notice = describeAccountStatus(status);
  return (
    <section
      aria-labelledby="payment-notice"
      className="grid gap-3 rounded-box border border-warning/40 bg-warning/10 p-5"
    >
      <h2 id="payment-notice" className="text-base text-warning">
        {notice.title}
      </h2>
      <p className="max-w-prose text-sm">
        {notice.short} {t("accountStatus.unaffected")}
      </p>
      {setUp.isError && <Alert>{messageOf(setUp.error)}</Alert>}
      <Button
        className="justify-self-start"
        busy={setUp.isPending || setUp.isSuccess}
        busyLabel={t("accountStatus.opening")}
        onClick={() => setUp.mutate()}
      >
        {t(`accountStatus.${status}.action`)}
      </Button>
    </section>
  );
}
