/** The timings of words, in one file per surah and reciter. */
import type { ReciterView } from "#lib/audio/audio.responses.ts";
import { fileAddress } from "#lib/audio/file-address.ts";
import { readTimings, type VerseTimings } from "#lib/audio/timings.ts";
import type { VerseRef } from "#lib/quran/quran.ts";

const loading = new Map<string, ReturnType<typeof load>>();

async function load(url: string) {
  const response = await fetch(url, { credentials: "omit" });
  if (!response.ok) throw new Error(`The audio host answered ${response.status}`);
  return readTimings(await response.json());
}

/** The timings of a verse's words; undefined if there are none or they can't be loaded. */
export async function loadTimings(
  { timings }: Pick<ReciterView, "timings">,
  verse: VerseRef,
): Promise<VerseTimings | undefined> {
  if (!timings) return undefined;
  const url = fileAddress(timings, verse);
  const surah = loading.get(url) ?? load(url);
  loading.set(url, surah);
  try {
    return (await surah)?.get(verse.verse);
  } catch {
    // Without timings, the whole verse is highlighted. The next verse tries again.
    loading.delete(url);
    return undefined;
  }
}
