/** Emails to staff about cases, which are in English. */
import { defaultLanguage } from "#lib/languages.ts";
import { site } from "#lib/site/site.ts";
import type { Mail } from "../mail/mail.ts";

const week = 7 * 24 * 60 * 60 * 1000;

export const urgentSubject = "Urgent: a concern about a child's safety";

/** Notifies on-call staff. */
export function urgentMail(
  to: string,
  { about, id, details }: { about: string; id: string; details: string },
  url: string,
): Mail {
  return {
    to,
    language: defaultLanguage,
    subject: urgentSubject,
    validUntil: new Date(Date.now() + week),
    content: {
      recipientName: null,
      title: urgentSubject,
      preheader: "Please review it now.",
      paragraphs: [`Reported: ${about}, ${id}.`, `The report says: ${details}`],
      action: { label: "Open the case", url },
      because: `you are on call for ${site.name}`,
    },
  };
}

/** Notifies staff of a report that has no email of its own. */
export function reportedMail(to: string, about: string, details: string, url: string): Mail {
  return {
    to,
    language: defaultLanguage,
    subject: "A concern was reported",
    content: {
      recipientName: null,
      title: "A concern was reported",
      preheader: "Please review it today.",
      paragraphs: [`Someone reported ${about}.`, `The report says: ${details}`],
      action: { label: "Open the case", url },
      because: `this is the ${site.name} support address`,
    },
  };
}

/** Notifies staff of an appeal. */
export function appealedMail(to: string, text: string, url: string): Mail {
  return {
    to,
    language: defaultLanguage,
    subject: "A decision was appealed",
    content: {
      recipientName: null,
      title: "A decision was appealed",
      preheader: "Another member of staff must decide.",
      paragraphs: [
        "The person concerned appealed a decision. A member of staff who didn't make it must decide the appeal.",
        `The appeal says: ${text}`,
      ],
      action: { label: "Open the case", url },
      because: `this is the ${site.name} support address`,
    },
  };
}
