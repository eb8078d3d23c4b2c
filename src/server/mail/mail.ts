/** An email as use cases queue it. */

import type { Invitation } from "../calendar/calendar.ts";
import type { MailContent } from "../providers/mail/layout.ts";
import type { Subscription } from "./unsubscribe-link.ts";

export interface Mail {
  /** One bare address. */
  to: string;
  subject: string;
  content: MailContent;
  /** Whom an answer goes to, where that isn't the sender: one bare address. */
  replyTo?: string;
  /** Further headers, such as those of a mailing list. */
  headers?: Record<string, string>;
  /** An appointment for the calendar, or the end of one. */
  invitation?: Invitation;
  /** After this instant the mail has lost its use and is not sent any more. Default: a day. */
  validUntil?: Date;
  /** Makes the same work as any other mail, and is never sent. */
  decoy?: boolean;
  /** Limits what one person can cause again and again; what exceeds it comes in a digest. */
  notice?: Notice;
  /** How the recipient stops emails like this one. Those that somebody relies on have none. */
  unsubscribe?: Subscription;
}

export interface Notice {
  /** Who causes it: a profile id. */
  sender: string;
  courseId?: string;
  /** What it is about, e.g. `class:cls_…`. */
  about: string;
  /** What has happened to it, e.g. `moved`. */
  kind: string;
  /** Whether it is never replaced, because it tells of money or holds somebody's words. */
  lasting?: boolean;
}
