/** The text of emails about messages to the support team. */
import type { ContactInput } from "#lib/contact/contact.ts";
import { site } from "#lib/site/site.ts";
import type { Mail } from "../mail/mail.ts";

const week = 7 * 24 * 60 * 60 * 1000;

const pageNames = { contact: "contact page", support: "support page" } as const;

/** The message for the support team. Replies to this email go to the sender. */
export function teamMail(messageId: string, input: ContactInput, hasPicture: boolean): Mail {
  const { name, email, subject, message, source } = input;
  return {
    to: site.supportEmail,
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
        ...(hasPicture ? ["A picture is attached."] : []),
        `Reply to this email to answer ${name}. Message number: ${messageId}`,
      ],
      because: `it was sent to the ${site.name} team`,
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
    subject: `${site.name} received your message`,
    content: {
      recipientName: null,
      title: "We received your message",
      preheader: "We aim to reply within 24–48 hours on business days.",
      paragraphs: [
        `We received your message, and we aim to reply within 24–48 hours on business days. A person on our team reads every message. Your message number is ${messageId}.`,
        `To add something, write to ${site.supportEmail} and include this number.`,
        "If you didn't write to us, someone may have entered your address by mistake. You don't need to do anything.",
      ],
      because: "someone wrote to us with your email address",
    },
  };
}
