/** API calls about free trial lessons. */

import { getTexts } from "#translations/trials.ts";
import { callApi } from "../client/api-client.ts";
import { readList } from "../client/readers.ts";
import { generalMessages } from "../general-messages.ts";
import type { TrialLesson } from "./trials.responses.ts";
import type { TrialTime } from "./trials.ts";

const t = getTexts("trials");

/** Fetches the user's upcoming trial lessons, ordered by start. */
export async function fetchTrials(): Promise<TrialLesson[]> {
  const body = await callApi(
    "/trials",
    { fallback: t("failed.fetch") },
    generalMessages.authenticationError,
  );
  return readList<TrialLesson>(body, "trials");
}

/**
 * Books the slot at the time that was shown to the user.
 * @param note what the teacher should know, or an empty string.
 */
export async function bookTrial({ slotId, start }: TrialTime, note: string): Promise<void> {
  await callApi(
    "/trials",
    {
      method: "POST",
      body: { slotId, startTime: start, ...(note && { note }) },
      fallback: t("failed.book"),
    },
    generalMessages.authenticationError,
  );
}

export async function cancelTrial(id: string): Promise<void> {
  await callApi(
    `/trials/${encodeURIComponent(id)}`,
    { method: "DELETE", fallback: t("failed.cancel") },
    generalMessages.authenticationError,
  );
}
