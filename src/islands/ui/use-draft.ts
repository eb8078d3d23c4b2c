import { useEffect, useRef } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import { saveDraft, takeDraft } from "#lib/client/drafts.ts";
import { $session } from "#lib/client/session.store.ts";

/**
 * Keeps what is typed into a form when the session ends under it, and puts it back when the same
 * person has logged in again.
 * @param name what the form is called among those of its page; none keeps nothing.
 */
export function useDraft<Values extends FieldValues, Output extends FieldValues>(
  name: string | undefined,
  { formState, getValues, reset }: UseFormReturn<Values, unknown, Output>,
): void {
  const isTouched = useRef(false);
  isTouched.current = name !== undefined && formState.isDirty;
  useEffect(() => {
    const session = $session.get();
    if (!name || session.status !== "signed-in") return;
    const userId = session.user.id;
    const draft = takeDraft(name, userId);
    if (draft) {
      const values = { ...getValues(), ...draft } as DefaultValues<Values>;
      reset(values as Values, { keepDefaultValues: true });
    }
    return $session.listen(({ status }) => {
      if (status === "signed-out" && isTouched.current) saveDraft(name, userId, getValues());
    });
  }, [name, getValues, reset]);
}
