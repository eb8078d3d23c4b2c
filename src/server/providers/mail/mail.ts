import nodemailer, { type NodemailerError } from "nodemailer";
import { encodeWord } from "nodemailer/lib/mime-funcs";
import type { Logger } from "pino";

export interface Attachment {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

export interface OutgoingMail {
  /** A single address without a name, such as `amina@example.org`. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A single address without a name, to which replies go. Default: the sender's. */
  replyTo?: string;
  /** Additional headers. Line breaks in values are replaced by spaces. */
  headers?: Record<string, string>;
  /** A calendar event (RFC 5545 text) that email clients offer to add to the calendar. */
  invitation?: { method: "REQUEST" | "CANCEL" | "PUBLISH"; text: string };
  attachments?: Attachment[];
  /**
   * A stable ID for this email, such as the ID of the job that sends it. It becomes the Message-ID,
   * so that an email that is sent again after a lost response is recognized as a duplicate.
   */
  messageId?: string;
  /** The ID of a thread. Email programs group its emails by it. */
  threadId?: string;
}

export interface Mailer {
  /**
   * Submits one email to the mail server, once; the job queue is responsible for retries.
   * @throws {MailError} if the server rejected the email, or may not have accepted it.
   */
  send(message: OutgoingMail): Promise<void>;
  /** @throws {MailError} if the mail server can't be reached or rejects the connection. */
  verify(): Promise<void>;
  close(): void;
}

/**
 * - `unavailable`: no response, or a temporary rejection (4xx); a retry may succeed.
 * - `rejected`: a permanent rejection (5xx), or an email that can't be sent as it is.
 */
export type MailErrorKind = "unavailable" | "rejected";

export interface MailFailure {
  /** Whether the server answered about the recipient's address, and not about us or the email. */
  isAboutRecipient: boolean;
  /**
   * Whether the server's answer was lost, so that the email may have been accepted. Sending it again
   * could deliver it twice.
   */
  mayHaveArrived: boolean;
}

export class MailError extends Error implements MailFailure {
  readonly kind: MailErrorKind;
  readonly isAboutRecipient: boolean;
  readonly mayHaveArrived: boolean;

  constructor(
    kind: MailErrorKind,
    message: string,
    cause?: unknown,
    { isAboutRecipient = false, mayHaveArrived = false }: Partial<MailFailure> = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "MailError";
    this.kind = kind;
    this.isAboutRecipient = isAboutRecipient;
    this.mayHaveArrived = mayHaveArrived;
  }
}

interface MailerOptions {
  /** An `smtp://` or `smtps://` URL, with credentials if the server requires them. */
  smtpUrl: string;
  /** The sender of every email, such as `Halaqa <no-reply@halaqa.test>` or an address alone. */
  from: string;
  log: Pick<Logger, "debug">;
  /** Timeout in milliseconds for sending one email, including the connection. */
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
      const { invitation, attachments = [], threadId } = message;
      const address = singleAddress(to);
      const answers = replyTo === undefined ? undefined : singleAddress(replyTo);
      try {
        const info = await transport.sendMail({
          to: { name: "", address },
          subject: headerText(subject),
          text,
          html,
          ...(answers === undefined ? {} : { replyTo: { name: "", address: answers } }),
          headers: {
            "Auto-Submitted": "auto-generated",
            ...mapValues(headers, headerText),
          },
          ...(invitation === undefined ? {} : { icalEvent: toAttachment(invitation) }),
          attachments: attachments.map(({ content, filename, ...about }) => ({
            ...about,
            // Email programs would decode an encoded word. File names can't contain “?” on Windows.
            filename: filename.replaceAll("=?", "=_"),
            content: Buffer.from(content),
          })),
          ...(messageId === undefined ? {} : { messageId: messageIdHeader(messageId, from) }),
          ...(threadId === undefined ? {} : inThread(messageIdHeader(threadId, from))),
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

const inThread = (root: string) => ({ inReplyTo: root, references: [root] });

const fileNames = { REQUEST: "invite.ics", CANCEL: "canceled.ics", PUBLISH: "dates.ics" };

function toAttachment({ method, text }: NonNullable<OutgoingMail["invitation"]>) {
  return { method, content: text, filename: fileNames[method] };
}

/** The Message-ID `<id@domain of the sender>`, identical for the same ID. */
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

/**
 * Turns text into a single header line, with spaces instead of line breaks and control characters.
 */
export function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** The maximum length of an encoded word is 75 characters, with a charset and markers (RFC 2047). */
const maxEncodedLength = 52;

/**
 * Makes the text of a header appear in email programs as it was written. Nodemailer takes encoded
 * words (`=?utf-8?Q?…?=`) in it for text that is already encoded, so that email programs would
 * decode what a user wrote, such as a web address in a name.
 */
function headerText(value: string): string {
  const text = oneLine(value);
  return text.includes("=?") ? encodeWord(text, "Q", maxEncodedLength) : text;
}

/**
 * Accepts only a single address, because a list, a display name or a line break could send the
 * email to other people.
 */
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

/** Errors from before the email was transmitted. */
const unsentCodes = new Set([
  "EAI_AGAIN",
  "EAUTH",
  "ECONNREFUSED",
  "EDNS",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "ETLS",
]);

function mailError(error: unknown): MailError {
  const { responseCode, message, code, originalCode, command, response } =
    error as Partial<NodemailerError> & { originalCode?: string };
  const kind = responseCode !== undefined && responseCode >= 500 ? "rejected" : "unavailable";
  const isUnsent = [code, originalCode].some((each) => each !== undefined && unsentCodes.has(each));
  return new MailError(kind, `The mail server did not accept the email: ${message}`, error, {
    // Codes of the class 5.7 are about the sender: spam filters, or a server that doesn't relay.
    isAboutRecipient: command === "RCPT TO" && !/\b[45]\.7\.\d/.test(response ?? ""),
    mayHaveArrived: responseCode === undefined && !isUnsent,
  });
}
