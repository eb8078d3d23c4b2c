/** The words of the mails about messages to the team. */
import type { ContactInput } from "#lib/contact/contact.ts";
import { site } from "#lib/site/site.ts";
import type { Mail } from "../mail/mail.ts";

const week = 7 * 24 * 60 * 60 * 1000;

const pageNames = { contact: "contact page", support: "support page" } as const;

/** The message for the team: answering this mail answers its sender. */
export function teamMail(messageId: string, input: ContactInput, hasPicture: boolean): Mail {
  const { name, email, subject, message, source } = input;
  return {
    to: site.supportEmail,
    replyTo: email,
    subject: `${source === "support" ? "Support" : "Contact"}: ${subject}`,
    validUntil: new Date(Date.now() + week),
    content: {
      title: subject,
      preheader: `${name} wrote on the ${pageNames[source]}.`,
      paragraphs: [
        `${name} <${email}> wrote on the ${pageNames[source]}:`,
        ...message.split(/\n+/),
        ...(hasPicture ? ["A picture is attached."] : []),
        `Answer this mail to write to ${name}. Number of the message: ${messageId}`,
      ],
    },
  };
}

/**
 * What the sender gets. It repeats nothing of the message: anybody can enter anybody's address, and
 * strangers' words must not reach other people's mailboxes in our name.
 */
export function receivedMail(messageId: string, to: string): Mail {
  return {
    to,
    subject: `${site.name} has received your message`,
    content: {
      title: "We have received your message",
      preheader: "We aim to answer within 24 to 48 hours on business days.",
      paragraphs: [
        `Thank you for writing to us. A person on our team reads every message, and we aim to answer within 24 to 48 hours on business days. The number of your message is ${messageId}.`,
        `If you would like to add something, write to ${site.supportEmail} and mention this number.`,
        "If it wasn't you who wrote, somebody has entered your address by mistake. There is nothing you need to do.",
      ],
    },
  };
}
