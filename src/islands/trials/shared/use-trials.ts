import { useMutation, useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { refreshPart } from "#lib/client/refresh-part.ts";
import { bookTrial, cancelTrial } from "#lib/trials/trials.calls.ts";
import { refreshTrials, trialsOptions } from "#lib/trials/trials.queries.ts";
import type { TrialPerson } from "#lib/trials/trials.responses.ts";
import { $canceledTrial } from "#lib/trials/trials.store.ts";
import type { TrialTime } from "#lib/trials/trials.ts";

/** The polling interval while a room is being created, in milliseconds. */
const soonMs = 5_000;

/** Booking or canceling changes the available times, both here and on the teacher's page. */
const refresh = () => {
  void refreshPart("hours");
  return refreshTrials();
};

/** The person's upcoming trial lessons. */
export function useTrials() {
  return useQuery(
    {
      ...trialsOptions(),
      refetchInterval: ({ state }) =>
        state.data?.some(({ room }) => room === "coming") ? soonMs : false,
    },
    queryClient,
  );
}

interface BookedLesson {
  time: TrialTime;
  note: string;
}

export function useBookTrial() {
  return useMutation(
    {
      mutationFn: ({ time, note }: BookedLesson) => bookTrial(time, note),
      onSuccess: () => {
        $canceledTrial.set(undefined);
        return refresh();
      },
    },
    queryClient,
  );
}

interface CanceledLesson {
  lessonId: string;
  /** The other person in the lesson. */
  other: TrialPerson;
}

export function useCancelTrial() {
  return useMutation(
    {
      mutationFn: ({ lessonId }: CanceledLesson) => cancelTrial(lessonId),
      onSuccess: async (_, { other }) => {
        await refresh();
        $canceledTrial.set(other);
      },
    },
    queryClient,
  );
}
