import { useState } from "react";
import { ApiError } from "#lib/client/api-error.ts";
import { describeError } from "./error-text.ts";
import { useCountdown } from "./use-countdown.ts";

interface ResendOptions {
  /** Requests another code. @returns seconds until the next can be requested. */
  send: () => Promise<number>;
  /** Seconds until the first code can be requested. */
  resendAfter: number;
  sent: string;
  failed: string;
}

/** Requests another code. Returns the outcome and the remaining wait. */
export function useResend({ send, resendAfter, sent, failed }: ResendOptions) {
  const [wait, startWait] = useCountdown(resendAfter);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ notice?: string; problem?: string }>({});

  const ask = async () => {
    setOutcome({});
    setBusy(true);
    try {
      startWait(await send());
      setOutcome({ notice: sent });
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter) startWait(error.retryAfter);
      setOutcome({ problem: describeError(error, failed) });
    } finally {
      setBusy(false);
    }
  };
  return { wait, busy, ask, ...outcome, forget: () => setOutcome({}) };
}

export type Resend = ReturnType<typeof useResend>;
