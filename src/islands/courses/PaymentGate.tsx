import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { type AccountState, createAccountLink } from "#lib/payments/payments.calls.ts";
import { accountStateOptions } from "#lib/payments/payments.queries.ts";

const why =
  "Students pay for your courses by card, and the money goes to your own payment account.";

const requirements: Record<Exclude<AccountState, "valid">, { text: string; action: string }> = {
  none: {
    text: `${why} Setup takes a few minutes. After that, you can create paid courses.`,
    action: "Set up payment account",
  },
  unfinished: {
    text: `${why} You've started setting yours up, but the payment provider needs a few more details. After that, you can create paid courses.`,
    action: "Set up payment account",
  },
  restricted: {
    text: "Your payment account is restricted. The payment provider needs more information or is still reviewing what you sent. Once this is resolved, you can create paid courses again. Enrolled students stay enrolled.",
    action: "Provide details",
  },
};

interface PaymentGateProps {
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
export function PaymentGate({ children }: PaymentGateProps) {
  const [isFree, setFree] = useState(false);
  const state = useQuery({ ...accountStateOptions(), enabled: !isFree }, queryClient);
  const setUp = useMutation(
    { mutationFn: createAccountLink, onSuccess: (link) => goTo(link) },
    queryClient,
  );

  if (isFree) return <div ref={focusFirstField}>{children(false)}</div>;
  if (state.isPending) return <Loading label="Checking your payment account..." />;
  const freeCourse = (
    <section className="panel mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
      <div className="grid gap-1">
        <h2 className="text-base">Teach for free</h2>
        <p className="muted text-sm">
          A free course needs no payment account. You can set one up later.
        </p>
      </div>
      <Button look="quiet" onClick={() => setFree(true)}>
        Create a free course
      </Button>
    </section>
  );
  if (state.isError) {
    return (
      <>
        <section className="grid gap-3">
          <h2 className="text-lg">Error checking account status</h2>
          <QueryError query={state} />
        </section>
        {freeCourse}
      </>
    );
  }
  if (state.data === "valid") return children(true);
  const required = requirements[state.data];
  return (
    <>
      <EmptyState
        title="Payment account required"
        action={
          <>
            {setUp.isError && <Alert>{messageOf(setUp.error)}</Alert>}
            <div className="flex flex-wrap justify-center gap-3">
              <Button
                busy={setUp.isPending || setUp.isSuccess}
                busyLabel="Opening..."
                onClick={() => setUp.mutate()}
              >
                {required.action}
              </Button>
              <Button look="quiet" busy={state.isFetching} onClick={() => void state.refetch()}>
                Check again
              </Button>
            </div>
          </>
        }
      >
        {required.text}
      </EmptyState>
      {freeCourse}
    </>
  );
}
