/** The reciters that the player offers. */
import type { Reciters } from "#lib/audio/audio.responses.ts";
import type { Config } from "../config/config.ts";

/**
 * The manifest's reciters, with complete addresses instead of paths; none if the site has no audio.
 */
export function listReciters({ audio }: Pick<Config, "audio">): Reciters {
  if (!audio) return { reciters: [] };
  const addressOf = (path: string) => `${audio.baseUrl}/${path}`;
  return {
    reciters: audio.reciters.map(({ pattern, timings, ...reciter }) => ({
      ...reciter,
      pattern: addressOf(pattern),
      ...(timings && { timings: addressOf(timings) }),
    })),
  };
}
