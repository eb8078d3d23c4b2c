import { type PlainForm, setButtonBusy } from "#islands/ui/form/plain-form.ts";
import { describeDelay } from "#lib/accounts/refusals.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { describeError } from "./error-text.ts";

interface ResendOptions {
  /** Requests another code. @returns seconds until the next can be requested. */
  send: () => Promise<number>;
  /** Seconds until the first code can be requested. */
  resendAfter: number;
  sent: string;
  failed: string;
}

/** The button that requests another code, with a countdown until that is possible. */
export function enhanceResend(
  form: PlainForm,
  { send, resendAfter, sent, failed }: ResendOptions,
): void {
  const button = form.element.querySelector<HTMLButtonElement>("[data-resend]");
  if (!button) return;
  const label = button.textContent ?? "";
  let timer: ReturnType<typeof setInterval> | undefined;

  const countDown = (seconds: number) => {
    const end = Date.now() + seconds * 1000;
    const update = () => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      button.disabled = left > 0;
      button.textContent = left > 0 ? describeDelay(label, left) : label;
      if (left === 0) clearInterval(timer);
    };
    clearInterval(timer);
    if (seconds > 0) timer = setInterval(update, 1_000);
    update();
  };
  if (!button.disabled) countDown(resendAfter);

  button.addEventListener("click", async () => {
    if (button.hasAttribute("aria-disabled")) return;
    form.showOutcome({});
    setButtonBusy(button, true);
    let wait = 0;
    try {
      wait = await send();
      form.showOutcome({ success: sent });
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter) wait = error.retryAfter;
      form.showOutcome({ problem: describeError(error, failed) });
    } finally {
      setButtonBusy(button, false);
      countDown(wait);
    }
  });
}
