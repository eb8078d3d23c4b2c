import nodemailer, { type NodemailerError } from "nodemailer";
import type { Logger } from "pino";

export interface Attachment {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

export interface OutgoingMail {
  /** One bare address, as in `amina@example.org`. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** One bare address that answers go to. Default: the sender's. */
  replyTo?: string;
  /** Further headers; line breaks in values become spaces. */
  headers?: Record<string, string>;
  /** An appointment (RFC 5545 text) that mailboxes offer for the calendar. */
  invitation?: { method: "REQUEST" | "CANCEL" | "PUBLISH"; text: string };
  attachments?: Attachment[];
  /**
   * Stable name of this email, for instance the id of the job that sends it. It becomes the
   * Message-ID, so that an email sent again after a lost answer is recognized as the same one.
   */
  messageId?: string;
}

export interface Mailer {
  /**
   * Hands one email to the mail server, once: repeating is the job queue's part.
   * @throws {MailError} when the server did not take it, or not surely.
   */
  send(message: OutgoingMail): Promise<void>;
  /** @throws {MailError} if the mail server can't be reached or rejects the connection. */
  verify(): Promise<void>;
  close(): void;
}

/**
 * `unavailable`: no response, or a temporary rejection (4xx), worth a retry soon. `rejected`: a
 * permanent rejection (5xx), or an email that can't be sent as it is.
 */
export type MailErrorKind = "unavailable" | "rejected";

export class MailError extends Error {
  readonly kind: MailErrorKind;

  constructor(kind: MailErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "MailError";
    this.kind = kind;
  }
}

interface MailerOptions {
  /** `smtp://` or `smtps://`, with credentials where the server wants them. */
  smtpUrl: string;
  /** Sender of every email: `Halaqa <no-reply@halaqa.test>` or a bare address. */
  from: string;
  log: Pick<Logger, "debug">;
  /** How long sending one email may take, including the connection. */
  timeoutMs?: number;
}

export function createMailer({ smtpUrl, from, log, timeoutMs = 8_000 }: MailerOptions): Mailer {
  const transport = nodemailer.createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: 3,
      maxRequeues: 0,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );

  return {
    async send(message) {
      const { to, subject, text, html, replyTo, headers = {}, messageId } = message;
      const { invitation, attachments = [] } = message;
      const address = singleAddress(to);
      const answers = replyTo === undefined ? undefined : singleAddress(replyTo);
      try {
        const info = await transport.sendMail({
          to: { name: "", address },
          subject: oneLine(subject),
          text,
          html,
          ...(answers === undefined ? {} : { replyTo: { name: "", address: answers } }),
          headers: {
            "Auto-Submitted": "auto-generated",
            ...mapValues(headers, oneLine),
          },
          ...(invitation === undefined ? {} : { icalEvent: toAttachment(invitation) }),
          attachments: attachments.map(({ content, ...about }) => ({
            ...about,
            content: Buffer.from(content),
          })),
          ...(messageId === undefined ? {} : { messageId: messageIdHeader(messageId, from) }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        log.debug({ messageId: info.messageId }, "The mail server accepted an email");
      } catch (error) {
        throw mailError(error);
      }
    },
    async verify() {
      try {
        await transport.verify();
      } catch (error) {
        throw mailError(error);
      }
    },
    close() {
      transport.close();
    },
  };
}

const fileNames = { REQUEST: "invite.ics", CANCEL: "canceled.ics", PUBLISH: "dates.ics" };

function toAttachment({ method, text }: NonNullable<OutgoingMail["invitation"]>) {
  return { method, content: text, filename: fileNames[method] };
}

/** `<id@domain of the sender>`, the same for the same id. */
export function messageIdHeader(id: string, from: string): string {
  const domain = /@([a-z0-9.-]+)>?$/i.exec(from.trim())?.[1] ?? "localhost";
  if (!/^[\w.-]{1,200}$/.test(id)) {
    throw new MailError(
      "rejected",
      "A message ID may contain only letters, digits, '.', '_' and '-'",
    );
  }
  return `<${id}@${domain}>`;
}

/** Text from people becomes one header line: line breaks and control characters turn to spaces. */
export function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** A list, a display name or a line break in place of one address would reach other people. */
function singleAddress(to: string): string {
  if (!/^[^\s\p{Cc}@,;:<>()[\]"\\]+@[^\s\p{Cc}@,;:<>()[\]"\\]+$/u.test(to)) {
    throw new MailError(
      "rejected",
      "An email must have exactly one recipient, given as a bare address",
    );
  }
  return to;
}

function mapValues(headers: Record<string, string>, map: (value: string) => string) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, map(value)]));
}

function mailError(error: unknown): MailError {
  const { responseCode, message } = error as Partial<NodemailerError>;
  const kind = responseCode !== undefined && responseCode >= 500 ? "rejected" : "unavailable";
  return new MailError(kind, `The mail server did not accept the email: ${message}`, error);
}
