import { useState } from "react";
import { ApiError } from "#lib/client/api-error.ts";
import { explain } from "./error-text.ts";
import { useCountdown } from "./use-countdown.ts";

interface ResendOptions {
  /** Asks for another code. @returns in how many seconds the next may be asked for. */
  send: () => Promise<number>;
  /** In how many seconds the first may be asked for. */
  resendAfter: number;
  sent: string;
  failed: string;
}

/** Asking for another code: what came of it, and how long to wait before the next. */
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
      setOutcome({ problem: explain(error, failed) });
    } finally {
      setBusy(false);
    }
  };
  return { wait, busy, ask, ...outcome, forget: () => setOutcome({}) };
}

export type Resend = ReturnType<typeof useResend>;
