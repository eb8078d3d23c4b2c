/** Asks the audio host for files that the manifest describes. */
import { fileAddress } from "#lib/audio/file-address.ts";
import { listReciters } from "#server/audio/reciters.ts";
import type { Config } from "#server/config/config.ts";
import { type Finding, good, problem, reasonOf } from "./finding.ts";

/** The first and the last verse of the Quran. `number` counts all verses. */
const verses = [
  { surah: 1, verse: 1 },
  { surah: 114, verse: 6 },
];

/** @returns no findings without audio, or for the tones of the sandbox. */
export async function checkAudio({ audio }: Pick<Config, "audio">): Promise<Finding[]> {
  if (!audio || audio.sandbox) return [];
  const { reciters } = listReciters({ audio });
  return Promise.all(
    reciters.map(async ({ id, pattern, timings }) => {
      const addresses = verses.flatMap((verse) =>
        [pattern, timings].flatMap((each) => (each ? [fileAddress(each, verse)] : [])),
      );
      for (const address of addresses) {
        const reason = await findFailure(address);
        if (reason) {
          return problem(
            `The reciter ${id} in AUDIO_MANIFEST: ${address} can't be loaded: ${reason}. Check AUDIO_BASE_URL and the pattern.`,
          );
        }
      }
      return good(`The audio host has the recordings of ${id}.`);
    }),
  );
}

async function findFailure(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(8_000) });
    return response.ok ? undefined : `status ${response.status}`;
  } catch (error) {
    return reasonOf(error);
  }
}
