/** Responses to the app that runs in Zoom's client. */
import * as z from "zod/mini";
import { languages } from "../languages.ts";

const classFacts = {
  _id: z.string(),
  courseTitle: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
};

const shownClass = z.object(classFacts);
export type ZoomAppClass = z.output<typeof shownClass>;

/** What the app shows to a person, depending on the meeting and the person's enrollments. */
export const zoomAppPlaceSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("class"),
    ...classFacts,
    isHost: z.boolean(),
    isCanceled: z.boolean(),
    /** Whether the meeting in which the class took place has ended. */
    hasEnded: z.boolean(),
    /** Whether the teacher's app should report that this meeting is the class's. */
    isClaimable: z.boolean(),
  }),
  /** Several classes are ongoing, and it isn't known which one the meeting belongs to. */
  z.object({ kind: z.literal("choice"), classes: z.array(shownClass), isClaimable: z.boolean() }),
  /** No class is ongoing. */
  z.object({ kind: z.literal("none"), next: z.nullable(shownClass) }),
  /** The meeting belongs to a class in which the person isn't enrolled. */
  z.object({ kind: z.literal("outsider") }),
  /** The person hasn't completed their profile. */
  z.object({ kind: z.literal("no-profile") }),
]);
export type ZoomAppPlace = z.output<typeof zoomAppPlaceSchema>;

export const zoomAppSessionSchema = z.object({
  /** Proves for 15 minutes who opened the app, and in which meeting. */
  ticket: z.string(),
  /** Whether it is unknown who opened the app, because Zoom doesn't say. */
  isGuest: z.boolean(),
  /** Null if the Zoom user isn't linked to an account. */
  account: z.nullable(
    z.object({
      accessToken: z.string(),
      name: z.string(),
      email: z.string(),
      /** The language of the account, or English if the site doesn't offer it. */
      language: z.enum(languages),
      place: zoomAppPlaceSchema,
    }),
  ),
});
export type ZoomAppSession = z.output<typeof zoomAppSessionSchema>;

export const zoomLinkCodeSchema = z.object({
  /** Seconds until another code can be requested. */
  resendAfter: z.number(),
});

const zoomLink = z.object({ _id: z.string(), linkedAt: z.string(), lastUsedAt: z.string() });
export const zoomLinksSchema = z.array(zoomLink);
export type ZoomLink = z.output<typeof zoomLink>;
