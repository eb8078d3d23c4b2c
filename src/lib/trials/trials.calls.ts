/** API calls about free trial lessons. */

import { callApi } from "../client/api-client.ts";
import { readList } from "../client/readers.ts";
import { generalMessages } from "../general-messages.ts";
import type { TrialLesson } from "./trials.responses.ts";
import type { TrialTime } from "./trials.ts";

const needed = generalMessages.authenticationError;

/** Fetches the user's upcoming trial lessons, ordered by start. */
export async function fetchTrials(): Promise<TrialLesson[]> {
  const body = await callApi("/trials", { fallback: "Failed to fetch trial lessons" }, needed);
  return readList<TrialLesson>(body, "trials");
}

/** Books the slot at the time that was shown to the user. */
export async function bookTrial({ slotId, start }: TrialTime): Promise<void> {
  await callApi(
    "/trials",
    {
      method: "POST",
      body: { slotId, startTime: start },
      fallback: "Failed to book the trial lesson. Please try again.",
    },
    needed,
  );
}

export async function cancelTrial(id: string): Promise<void> {
  await callApi(
    `/trials/${encodeURIComponent(id)}`,
    { method: "DELETE", fallback: "Failed to cancel the trial lesson. Please try again." },
    needed,
  );
}
