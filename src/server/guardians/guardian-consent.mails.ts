/** The text of the email that asks a guardian to confirm. */
import { guardianConfirmationDays, guardianConsentPath } from "#lib/guardians/guardian-consent.ts";
import { guardianAge } from "#lib/people/people.options.ts";
import { site } from "#lib/site/site.ts";
import type { Config } from "../config/config.ts";
import { keyedHash } from "../crypto.ts";
import type { Mail } from "../mail/mail.ts";

export interface RequestedAddress {
  id: string;
  address: string;
}

/** A signature over the row's id, which proves that somebody can read the address's mailbox. */
export function signAddress(appSecret: string, { id, address }: RequestedAddress): string {
  return keyedHash(appSecret, "guardian-confirmation", `${id} ${address}`);
}

/** It contains nothing that a user typed, and no link except the one that confirms. */
export function confirmationRequest(config: Config, requested: RequestedAddress): Mail {
  const token = `${requested.id}.${signAddress(config.appSecret, requested)}`;
  return {
    to: requested.address,
    subject: `Please confirm that you are a parent or guardian of a ${site.name} student`,
    content: {
      recipientName: null,
      title: "Are you a parent or guardian?",
      preheader: "We need your agreement before we email you about your child.",
      paragraphs: [
        `Someone who registered at ${site.name}, where students learn the Quran in live online classes, named you as the parent or guardian of a student under ${guardianAge}.`,
        "If that's right, please confirm it. We'll then email you about the student's classes, lessons and messages. You can stop these emails at any time.",
      ],
      action: {
        label: "Confirm or decline",
        url: `${config.appUrl}${guardianConsentPath}?${new URLSearchParams({ token })}`,
      },
      note: `If you don't know why you got this email, ignore it and you won't hear from us, or decline on the page above so that nobody can ask you again. The link works for ${guardianConfirmationDays} days.`,
      because: `your address was entered at ${site.name}`,
      toStranger: true,
    },
  };
}
