import { useMutation } from "@tanstack/react-query";
import { putCase } from "#lib/cases/cases.queries.ts";
import type { CaseDetail } from "#lib/cases/cases.responses.ts";
import { queryClient } from "#lib/client/query-client.ts";

/** Changes a case and shows the case as the server returned it. */
export function useCaseChange<Input>(
  change: (input: Input) => Promise<CaseDetail>,
  onDone?: () => void,
) {
  return useMutation(
    {
      mutationFn: change,
      onSuccess: (changed: CaseDetail) => {
        putCase(changed);
        onDone?.();
      },
    },
    queryClient,
  );
}
