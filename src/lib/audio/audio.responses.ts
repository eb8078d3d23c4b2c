import * as z from "zod/mini";

const reciterViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The address of a verse's file, with `{surah}`, `{surah3}`, `{verse}`, `{verse3}` or `{number}`. */
  pattern: z.string(),
  /** The address of a file with the times of a surah's words, with `{surah}` or `{surah3}`. */
  timings: z.optional(z.string()),
  credit: z.string(),
  terms: z.string(),
  /** Whether these are tones for trying the player rather than a recitation. */
  practice: z.boolean(),
});
export type ReciterView = z.output<typeof reciterViewSchema>;

export const recitersSchema = z.object({
  /** Empty if the site offers no audio. The first one is used until a person chooses another. */
  reciters: z.array(reciterViewSchema),
});
export type Reciters = z.output<typeof recitersSchema>;
