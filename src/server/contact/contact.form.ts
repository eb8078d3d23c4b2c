/** The forms of /contact and /support: the fields of a message, and a picture of the screen. */
import * as z from "zod/mini";
import { contactInput, contactPictureField } from "#lib/contact/contact.ts";
import { maxUploadBytes, uploadMessages } from "#lib/media/media.ts";
import type { Context } from "../context.ts";
import { isPicture } from "../media/media.ts";
import type { Limit } from "../rate-limits.ts";

/** The picture's bytes. Whether they can be decoded shows when the message is sent. */
const picture = z.instanceof(Uint8Array<ArrayBuffer>, { error: uploadMessages.wrongType }).check(
  z.refine((bytes) => bytes.byteLength <= maxUploadBytes, {
    error: uploadMessages.tooLarge,
    abort: true,
  }),
  z.refine(isPicture, { error: uploadMessages.wrongType }),
);

export const contactForm = z.extend(contactInput, { [contactPictureField]: z.optional(picture) });

/** Forms are read before anybody knows who sends them, and one with a picture is large. */
const formsByAddress: Limit = { name: "contact-form-ip", points: 60, duration: 60 * 60 };

/** @throws AppError `rate_limited`. */
export function admitContactForm({ limits }: Context, clientAddress: string): Promise<void> {
  return limits.consume(formsByAddress, clientAddress);
}
