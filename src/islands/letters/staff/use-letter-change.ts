import { useMutation } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { putLetter, refreshLetter } from "#lib/letters/letters.queries.ts";
import type { LetterDetail } from "#lib/letters/letters.responses.ts";

/** Changes a letter, and shows it as the server returned it. After an error, it is read again. */
export function useLetterChange<Input>(
  id: string,
  change: (input: Input) => Promise<LetterDetail>,
  onDone?: () => void,
) {
  return useMutation(
    {
      mutationFn: change,
      onSuccess(changed: LetterDetail) {
        putLetter(changed);
        onDone?.();
      },
      onError: () => refreshLetter(id),
    },
    queryClient,
  );
}
