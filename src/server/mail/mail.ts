/** The shape in which use cases queue an email. */
import type { Language } from "#lib/languages.ts";
import type { Invitation } from "../calendar/calendar.ts";
import type { MailContent } from "../providers/mail/layout.ts";
import type { Subscription } from "./unsubscribe-link.ts";

export interface Mail {
  /** A single bare email address. */
  to: string;
  /** The language in which the subject and the content are written: the recipient's. */
  language: Language;
  subject: string;
  content: MailContent;
  /** The address for replies, if it isn't the sender's. A single bare email address. */
  replyTo?: string;
  /** Additional headers, such as those of a mailing list. */
  headers?: Record<string, string>;
  /** A calendar event, or the cancellation of one. */
  invitation?: Invitation;
  /** After this instant, the email is outdated and isn't sent. Default: one day from now. */
  validUntil?: Date;
  /** Groups the email with others in email programs. */
  thread?: MailThread;
  /** Takes the same work as any other email, but is never sent. */
  decoy?: boolean;
  /** Limits emails that one person can cause repeatedly. The rest is sent as a digest. */
  notice?: Notice;
  /** How the recipient unsubscribes from emails like this one. Essential emails have none. */
  unsubscribe?: Subscription;
}

export interface MailThread {
  /** The ID of this email, from which its Message-ID is made. */
  id: string;
  /** The ID of the thread. All of its emails refer to it, whether or not it is one of them. */
  root: string;
}

export interface Notice {
  /** Who caused the email: a profile ID. */
  sender: string;
  courseId?: string;
  /** The subject, such as `class:cls_…`. */
  about: string;
  /** What happened, such as `moved`. */
  kind: string;
  /** Whether the email can't be replaced, because it is about money or contains a person's message. */
  lasting?: boolean;
  /**
   * Whether the notice describes the current state, so that it replaces a waiting one even if
   * neither may be dropped.
   */
  isState?: boolean;
}
