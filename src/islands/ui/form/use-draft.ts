import { useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import { forgetDraft, saveDraft, takeDraft } from "#lib/client/drafts.ts";
import { $session } from "#lib/client/session/session.store.ts";

export interface DraftOptions {
  /** Name of the form, unique on its page. */
  name: string;
  /**
   * Saves every change immediately and keeps the draft after the tab is closed, instead of saving
   * only when the session ends.
   */
  always?: boolean;
  /**
   * Saves changes in the tab when the form unmounts before it was submitted, such as in a closed
   * dialog.
   */
  whenClosed?: boolean;
}

export interface Draft {
  /** Whether the form's content was restored from a draft. */
  isRestored: boolean;
  /** Deletes the draft and stops saving, for use after the form has been submitted. */
  forget: () => void;
  /** Resets the form to its initial values. */
  discard: () => void;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Saves what is typed into a form when the session ends, or always, and restores it when the same
 * person returns to the page. Only changed fields are saved, so that the others show the server's
 * current values. Without options, nothing is saved.
 */
export function useDraft<Values extends FieldValues, Output extends FieldValues>(
  options: DraftOptions | undefined,
  { formState, getValues, reset, subscribe }: UseFormReturn<Values, unknown, Output>,
): Draft {
  const { name, always = false, whenClosed = false } = options ?? {};
  const [isRestored, setRestored] = useState(false);
  const isTouched = useRef(false);
  const beginning = useRef(formState.defaultValues);
  const isDone = useRef(false);
  isTouched.current = name !== undefined && formState.isDirty;

  useEffect(() => {
    const session = $session.get();
    if (!name || session.status !== "signed-in") return;
    const userId = session.user.id;
    const keep = () => {
      if (isDone.current) return;
      const begun: Record<string, unknown> = beginning.current ?? {};
      const changed = Object.entries(getValues()).filter(
        ([field, value]) => !isSame(value, begun[field]),
      );
      saveDraft(name, userId, Object.fromEntries(changed), always);
    };
    const draft = takeDraft(name, userId);
    if (draft && Object.keys(draft).length > 0) {
      const values = { ...getValues(), ...draft } as DefaultValues<Values>;
      reset(values as Values, { keepDefaultValues: true });
      setRestored(true);
      if (always) keep();
    }
    const stopWatching = always
      ? subscribe({
          formState: { values: true, isDirty: true },
          // Nothing to save if the values equal the initial ones.
          callback: ({ isDirty }) => (isDirty === false ? forgetDraft(name) : keep()),
        })
      : undefined;
    const stopListening = $session.listen(({ status }) => {
      if (status === "signed-out" && isTouched.current) keep();
    });
    return () => {
      stopWatching?.();
      stopListening();
      if (whenClosed && isTouched.current) keep();
    };
  }, [name, always, whenClosed, getValues, reset, subscribe]);

  const forget = () => {
    isDone.current = true;
    if (name) forgetDraft(name);
  };
  const discard = () => {
    reset();
    if (name) forgetDraft(name);
    setRestored(false);
  };
  return { isRestored, forget, discard };
}
