import { useState } from "react";
import { resendCode } from "#lib/client/accounts.calls.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { explain } from "./refusal.ts";
import { useCountdown } from "./use-countdown.ts";

const sent = "A new OTP has been sent to your email.";
const failed = "Failed to resend OTP. Please try again later.";

/** Asking for another code: what came of it, and how long to wait before the next. */
export function useResend(email: string, resendAfter: number) {
  const [wait, startWait] = useCountdown(resendAfter);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ notice?: string; problem?: string }>({});

  const send = async () => {
    setOutcome({});
    setBusy(true);
    try {
      startWait(await resendCode(email));
      setOutcome({ notice: sent });
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter) startWait(error.retryAfter);
      setOutcome({ problem: explain(error, failed) });
    } finally {
      setBusy(false);
    }
  };
  return { wait, busy, send, ...outcome, forget: () => setOutcome({}) };
}
