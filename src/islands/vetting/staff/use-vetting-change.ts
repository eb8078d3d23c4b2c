import { useMutation } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { showVetting } from "#lib/vetting/staff-vetting.queries.ts";
import type { VettingDetail } from "#lib/vetting/vetting.responses.ts";

/** Changes a teacher's review and shows it as the server returned it. */
export function useVettingChange<Input>(
  change: (input: Input) => Promise<VettingDetail>,
  onDone?: () => void,
) {
  return useMutation(
    {
      mutationFn: change,
      onSuccess: (changed: VettingDetail) => {
        showVetting(changed);
        onDone?.();
      },
    },
    queryClient,
  );
}
