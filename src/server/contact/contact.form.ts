/** The forms of /contact and /support: the fields of a message, and a screenshot. */
import * as z from "zod/mini";
import { contactInput, contactPictureField } from "#lib/contact/contact.ts";
import { maxUploadBytes, uploadMessages } from "#lib/media/media.ts";
import type { Context } from "../context.ts";
import { isPicture } from "../media/media.ts";
import type { Limit } from "../rate-limits.ts";

/** The image's bytes. Decoding happens only when the message is sent. */
const picture = z
  .instanceof(Uint8Array<ArrayBuffer>, { error: () => uploadMessages.wrongType })
  .check(
    z.refine((bytes) => bytes.byteLength <= maxUploadBytes, {
      error: () => uploadMessages.tooLarge,
      abort: true,
    }),
    z.refine(isPicture, { error: () => uploadMessages.wrongType }),
  );

export const contactForm = z.extend(contactInput, { [contactPictureField]: z.optional(picture) });

/**
 * Limits forms by client address, because they are parsed before the sender is known, and those
 * with an image are large.
 */
const formsByAddress: Limit = {
  name: "contact-form-ip",
  points: 60,
  duration: 60 * 60,
  blocksInMemory: true,
};

/** Counts a form against the limit of the client address. @throws AppError `rate_limited`. */
export function admitContactForm({ limits }: Context, clientAddress: string): Promise<void> {
  return limits.consume(formsByAddress, clientAddress);
}
