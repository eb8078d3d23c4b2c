import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Alert } from "#islands/ui/Alert.tsx";
import { Busy } from "#islands/ui/Busy.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { EmptyState } from "#islands/ui/EmptyState.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import {
  type AccountState,
  createAccountLink,
  fetchAccountState,
} from "#lib/client/payments.calls.ts";
import { queryClient } from "#lib/client/query-client.ts";

const why =
  "Students pay for your courses by card, and the money goes to your own payment account.";

const requirements: Record<Exclude<AccountState, "valid">, { words: string; action: string }> = {
  none: {
    words: `${why} Set it up once; it takes a few minutes. Then you can create your course.`,
    action: "Set Up Payment Account",
  },
  unfinished: {
    words: `${why} Yours is begun: the payment provider has some questions left. Then you can create your course.`,
    action: "Set Up Payment Account",
  },
  restricted: {
    words:
      "Your payment account is restricted: the payment provider needs something from you, or is still checking what you sent. You can create courses again as soon as it is satisfied. Whoever is enrolled stays enrolled.",
    action: "Answer the Provider",
  },
};

/** Lets a teacher through once the payment account can take money; helps to set it up before. */
export function PaymentGate({ children }: { children: ReactNode }) {
  const state = useQuery(
    { queryKey: ["payment-account"], queryFn: fetchAccountState, staleTime: 0 },
    queryClient,
  );
  const setUp = useMutation(
    { mutationFn: createAccountLink, onSuccess: (link) => goTo(link) },
    queryClient,
  );

  if (state.isPending) return <Busy label="Checking your payment account..." />;
  if (state.isError) {
    return (
      <section className="grid gap-3">
        <h2 className="text-lg">Error checking account status</h2>
        <Trouble
          message={messageOf(state.error, "Failed to check Connect account status")}
          retry={() => void state.refetch()}
          busy={state.isFetching}
        />
      </section>
    );
  }
  if (state.data === "valid") return children;
  const required = requirements[state.data];
  return (
    <EmptyState
      title="Payment account required"
      action={
        <>
          {setUp.isError && (
            <Alert>{messageOf(setUp.error, "Failed to set up Connect account")}</Alert>
          )}
          <div className="flex flex-wrap justify-center gap-3">
            <Button
              busy={setUp.isPending || setUp.isSuccess}
              busyLabel="Opening..."
              onClick={() => setUp.mutate()}
            >
              {required.action}
            </Button>
            <Button look="quiet" busy={state.isFetching} onClick={() => void state.refetch()}>
              Check Again
            </Button>
          </div>
        </>
      }
    >
      {required.words}
    </EmptyState>
  );
}
