/** The text of the email that asks a guardian to confirm. */
import { guardianConfirmationDays } from "#lib/guardians/guardian-consent.ts";
import { guardianAge } from "#lib/people/people.options.ts";
import { site } from "#lib/site/site.ts";
import type { Config } from "../config/config.ts";
import type { Mail } from "../mail/mail.ts";
import { consentUrl, type RequestedAddress } from "./consent-links.ts";

/** Contains no text that a user entered, and no link except the one for confirming. */
export async function confirmationRequest(
  config: Config,
  requested: RequestedAddress,
): Promise<Mail> {
  return {
    to: requested.address,
    subject: `Please confirm that you are a parent or guardian of a ${site.name} student`,
    content: {
      recipientName: null,
      title: "Are you a parent or guardian?",
      preheader: "We need your agreement before we email you about your child.",
      paragraphs: [
        `Someone who registered on ${site.name}, where students learn the Quran in live online classes, named you as the parent or guardian of a student under ${guardianAge}.`,
        "If that's correct, please confirm. We'll then email you about the student's classes, lessons and messages. You can stop these emails at any time.",
      ],
      action: {
        label: "Confirm or decline",
        url: await consentUrl(config, requested),
      },
      note: `If you weren't expecting this email, you can ignore it, and you won't hear from us. If you decline, you can also tell us never to email you again. The link works for ${guardianConfirmationDays} days.`,
      because: `your email address was entered on ${site.name}`,
      toStranger: true,
    },
  };
}
