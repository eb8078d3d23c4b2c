/** An email as use cases queue it. */

import type { Invitation } from "../calendar/calendar.ts";
import type { MailContent } from "../providers/mail/layout.ts";
import type { Subscription } from "./unsubscribe-link.ts";

export interface Mail {
  /** One bare address. */
  to: string;
  subject: string;
  content: MailContent;
  /** The address that replies go to, if it isn't the sender's: one bare address. */
  replyTo?: string;
  /** Further headers, such as those of a mailing list. */
  headers?: Record<string, string>;
  /** An appointment for the calendar, or the cancellation of one. */
  invitation?: Invitation;
  /** After this instant the email is outdated and no longer sent. Default: a day from now. */
  validUntil?: Date;
  /** Takes the same work as any other email, but is never sent. */
  decoy?: boolean;
  /** Limits emails that one person can cause repeatedly. The rest comes in a digest. */
  notice?: Notice;
  /** How the recipient stops emails like this one. Essential emails have none. */
  unsubscribe?: Subscription;
}

export interface Notice {
  /** Who causes it: a profile id. */
  sender: string;
  courseId?: string;
  /** What it is about, e.g. `class:cls_…`. */
  about: string;
  /** What happened, e.g. `moved`. */
  kind: string;
  /** Whether it can't be replaced, because it is about money or contains a person's message. */
  lasting?: boolean;
}
