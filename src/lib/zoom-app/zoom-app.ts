/** Input schemas of the app that runs in Zoom's client. */
import * as z from "zod/mini";
import { getTexts } from "#translations/zoom-app.ts";
import { email, oneTimeCode } from "../accounts/accounts.ts";

const t = getTexts("zoomApp");

const messages = {
  context: { error: () => t("invalid.context") },
  meeting: { error: () => t("invalid.meeting") },
  class: { error: () => t("invalid.class") },
};

/** The maximum length of Zoom's contexts, and of the tokens that we issue for them. */
const token = z
  .string(messages.context)
  .check(z.minLength(1, messages.context), z.maxLength(4_096, messages.context));

/**
 * The UUIDs that the client reports for the meeting: that of the room and, for a breakout room,
 * that of its main meeting. They are used only to choose among the person's own classes.
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
