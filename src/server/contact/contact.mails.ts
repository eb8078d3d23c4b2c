/** The text of emails about messages to staff. */

import type { ContactInput } from "#lib/contact/contact.ts";
import { defaultLanguage } from "#lib/languages.ts";
import { site } from "#lib/site/site.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import type { Mail } from "../mail/mail.ts";

const t = getTexts("contact");

const week = 7 * 24 * 60 * 60 * 1000;

const pageNames = { contact: "contact page", support: "support page" } as const;

/** The message, for staff. Replies to this email go to the sender. */
export function teamMail(
  to: string,
  messageId: string,
  input: ContactInput,
  hasPicture: boolean,
): Mail {
  const { name, email, subject, message, source } = input;
  return {
    to,
    language: defaultLanguage,
    replyTo: email,
    subject: `${source === "support" ? "Support" : "Contact"}: ${subject}`,
    validUntil: new Date(Date.now() + week),
    content: {
      recipientName: null,
      title: subject,
      preheader: `${name} sent a message from the ${pageNames[source]}.`,
      paragraphs: [
        `${name} <${email}> sent a message from the ${pageNames[source]}:`,
        ...message.split(/\n+/),
        ...(hasPicture ? ["An image is attached."] : []),
        `Reply to this email to answer ${name}. Message number: ${messageId}`,
      ],
      because: `this is the ${site.name} support address`,
    },
  };
}

/**
 * Confirms to the sender that the message arrived. It quotes nothing from the message: anyone can
 * enter any address, and nobody may send their own text to other people's mailboxes in our name.
 */
export function receivedMail(messageId: string, to: string): Mail {
  return {
    to,
    language: getLanguage(),
    subject: t("mail.subject", { site: site.name }),
    content: {
      recipientName: null,
      title: t("mail.title"),
      preheader: t("mail.preheader"),
      paragraphs: [
        t("mail.first", { number: isolatedInRtl(messageId) }),
        t("mail.second", { email: isolatedInRtl(getSupportAddress()) }),
        t("mail.third"),
      ],
      because: t("mail.because"),
    },
  };
}
