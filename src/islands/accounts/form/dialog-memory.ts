/**
 * Keeps typed text and the current step when an account dialog is closed. Stored only in memory,
 * because it includes passwords.
 */
import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type AccountForm, useAccountFormContext } from "./account-form-context.ts";

export type Memory = Map<string, unknown>;

type Verification = Extract<AccountForm, { name: "verify" }>;
interface Pending {
  email: string;
  /** When another code can be requested, in milliseconds since the epoch. */
  resendAt: number;
}

const pendingKey = "pending verification";
export const logInViewKey = "log-in view";

/** Remembers the open form. A pending verification stays open until the person starts over. */
export function rememberOpened(memory: Memory, form: AccountForm): void {
  if (form.name === "sign-up") memory.delete(pendingKey);
  if (form.name === "log-in") memory.delete(logInViewKey);
  if (form.name !== "verify" || form.email === "") return;
  const resendAt = Date.now() + form.resendAfter * 1000;
  memory.set(pendingKey, { email: form.email, resendAt } satisfies Pending);
}

/** The pending verification, if any. */
export function findPending(memory: Memory): Verification | undefined {
  const pending = memory.get(pendingKey) as Pending | undefined;
  if (!pending) return undefined;
  const resendAfter = Math.max(0, Math.ceil((pending.resendAt - Date.now()) / 1000));
  return { name: "verify", email: pending.email, resendAfter };
}

/** State that survives closing the dialog. */
export function useRememberedState<State>(
  key: string,
  initial: State,
): [State, Dispatch<SetStateAction<State>>] {
  const { memory } = useAccountFormContext();
  const [state, setState] = useState(() => (memory?.get(key) as State | undefined) ?? initial);
  useEffect(() => {
    memory?.set(key, state);
  }, [memory, key, state]);
  return [state, setState];
}

/** Restores what was typed before the dialog was closed or another form was opened. */
export function useRememberedValues<Values extends FieldValues, Output extends FieldValues>(
  key: string,
  { reset, getValues }: UseFormReturn<Values, unknown, Output>,
): void {
  const { memory } = useAccountFormContext();
  useEffect(() => {
    if (!memory) return;
    const typed = memory.get(key) as Values | undefined;
    if (typed) reset(typed, { keepDefaultValues: true });
    return () => {
      memory.set(key, getValues());
    };
  }, [memory, key, reset, getValues]);
}
