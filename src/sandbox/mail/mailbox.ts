import { randomUUID } from "node:crypto";
import type { SandboxState } from "../state.ts";

/** One recipient's copy of an email. */
export interface StoredMail {
  id: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** The sender's Message-ID, or "" if there is none. */
  messageId: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

export interface StoredAttachment {
  filename: string;
  type: string;
  base64: string;
}

export interface Mailbox {
  /**
   * Stores one copy per recipient, which is on disk when this returns. Like a real mailbox, it
   * stores an email with a given Message-ID only once, however often it is sent.
   */
  deliver(
    mail: Omit<StoredMail, "id" | "to" | "receivedAt">,
    recipients: string[],
    attachments: StoredAttachment[],
  ): void;
  attachmentsOf(id: string): StoredAttachment[];
  get(id: string): StoredMail | undefined;
  /** The newest emails first, for one address (case-insensitive) or for all. */
  list(to?: string, limit?: number): StoredMail[];
}

/**
 * Each address has its own collection of emails, so that reading one mailbox never reads the
 * others.
 */
export function openMailbox(state: SandboxState): Mailbox {
  const arrivals = state.collection<Pick<StoredMail, "id" | "to">>("mail.arrivals");
  // Stored separately, because lists read hundreds of emails at once.
  const files = state.collection<StoredAttachment[]>("mail.attachments");
  const mailsTo = (address: string) =>
    state.collection<StoredMail>(`mail.to.${address.toLowerCase()}`);

  const get = (id: string) => {
    const arrival = arrivals.get(id);
    return arrival && mailsTo(arrival.to).get(id);
  };

  return {
    get,
    attachmentsOf: (id) => files.get(id) ?? [],
    deliver(mail, recipients, attachments) {
      state.transaction(() => {
        for (const to of recipients) {
          const mails = mailsTo(to);
          if (mail.messageId && mails.list({ messageId: mail.messageId }).length > 0) continue;
          const id = randomUUID();
          const receivedAt = new Date().toISOString();
          mails.put(id, { ...mail, id, to, receivedAt });
          arrivals.put(id, { id, to });
          if (attachments.length > 0) files.put(id, attachments);
        }
      });
    },
    list(to, limit = Number.POSITIVE_INFINITY) {
      const newest: { id: string }[] = (to === undefined ? arrivals : mailsTo(to)).list();
      return newest
        .reverse()
        .slice(0, limit)
        .flatMap(({ id }) => get(id) ?? []);
    },
  };
}
