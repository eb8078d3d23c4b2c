/** The inputs of teachers' introductions. */
import * as z from "zod/mini";
import { getTexts } from "#translations/introductions.ts";
import { maxVideoUrlLength } from "./introductions.rules.ts";
import { readVideo } from "./video-links.ts";

const t = getTexts("introductions");

const linkError = () => t("invalid.link");

export const videoInput = z.object({
  url: z.string({ error: linkError }).check(
    z.trim(),
    z.maxLength(maxVideoUrlLength, { error: linkError }),
    z.refine((link) => readVideo(link) !== undefined, { error: linkError }),
  ),
});
export type VideoInput = z.output<typeof videoInput>;
