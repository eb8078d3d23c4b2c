/** Teachers' introductions, as their pages show them. */
import * as z from "zod/mini";
import { videoServices } from "./introductions.rules.ts";

export const introductionSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("video"),
    _id: z.string(),
    service: z.enum(videoServices),
    /** The page of the video. */
    url: z.string(),
  }),
  z.object({
    kind: z.literal("recording"),
    _id: z.string(),
    /** The path of the audio file. */
    url: z.string(),
    seconds: z.int(),
  }),
]);
export type IntroductionView = z.output<typeof introductionSchema>;

export const ownIntroductionSchema = z.object({
  introduction: z.nullable(introductionSchema),
  /** Whether staff have hidden it. */
  isHidden: z.boolean(),
});
export type OwnIntroduction = z.output<typeof ownIntroductionSchema>;
