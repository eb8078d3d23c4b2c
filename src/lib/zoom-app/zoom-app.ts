/** Input schemas of the app that runs in Zoom's client. */
import * as z from "zod/mini";
import { email, oneTimeCode } from "../accounts/accounts.ts";

export const zoomAppInputMessages = {
  context: "Open the app again in Zoom.",
  meeting: "Enter the meeting by its number and UUID.",
  class: "Choose a class by ID.",
} as const;

const messages = zoomAppInputMessages;

/** As long as Zoom's contexts can be, and the tokens that we issue for them. */
const token = z
  .string(messages.context)
  .check(z.minLength(1, messages.context), z.maxLength(4_096, messages.context));

/**
 * The UUIDs that the client reports for the meeting: that of the room, and that of the meeting of a
 * breakout room. They only choose among the person's own classes.
 */
const meetingUuids = z._default(
  z
    .array(
      z
        .string(messages.meeting)
        .check(z.minLength(1, messages.meeting), z.maxLength(200, messages.meeting)),
      messages.meeting,
    )
    .check(z.maxLength(4, messages.meeting)),
  [],
);

export const zoomAppSessionInput = z.object({ context: token, meetingUuids });
export type ZoomAppSessionInput = z.output<typeof zoomAppSessionInput>;

export const zoomLinkCodeInput = z.object({ ticket: token, email });
export type ZoomLinkCodeInput = z.output<typeof zoomLinkCodeInput>;

export const zoomLinkInput = z.object({ ticket: token, email, code: oneTimeCode, meetingUuids });
export type ZoomLinkInput = z.output<typeof zoomLinkInput>;

export const meetingClaimInput = z.object({
  ticket: token,
  meetingNumber: z.string(messages.meeting).check(
    z.overwrite((text) => text.replaceAll(/[\s-]/g, "")),
    z.regex(/^\d{9,12}$/, messages.meeting),
  ),
  classId: z
    .string(messages.class)
    .check(z.minLength(1, messages.class), z.maxLength(64, messages.class)),
});
export type MeetingClaimInput = z.output<typeof meetingClaimInput>;
