import { useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import { forgetDraft, saveDraft, takeDraft } from "#lib/client/drafts.ts";
import { $session } from "#lib/client/session/session.store.ts";

export interface DraftOptions {
  /** What the form is called among those of its page. */
  name: string;
  /** Keeps every change at once, beyond the end of the browser, not only what a session's end takes. */
  always?: boolean;
}

export interface Draft {
  /** Whether what stands in the form was kept from before. */
  isRestored: boolean;
  /** Forgets what was kept, and keeps nothing more: the form has done its work. */
  forget: () => void;
  /** Puts the form back to what it began with. */
  discard: () => void;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Keeps what is typed into a form when the session ends under it, or always, and puts it back when
 * the same person is on the page again. Only fields that were changed are kept, so that the others
 * show what the server knows by then. Without options nothing is kept.
 */
export function useDraft<Values extends FieldValues, Output extends FieldValues>(
  options: DraftOptions | undefined,
  { formState, getValues, reset, subscribe }: UseFormReturn<Values, unknown, Output>,
): Draft {
  const { name, always = false } = options ?? {};
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
          // What equals the beginning is nothing to keep.
          callback: ({ isDirty }) => (isDirty === false ? forgetDraft(name) : keep()),
        })
      : undefined;
    const stopListening = $session.listen(({ status }) => {
      if (status === "signed-out" && isTouched.current) keep();
    });
    return () => {
      stopWatching?.();
      stopListening();
    };
  }, [name, always, getValues, reset, subscribe]);

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
