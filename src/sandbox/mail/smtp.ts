// The sandbox's mail server. It accepts every email for every address, without TLS or
// authentication.
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import PostalMime, { type Address } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { Fault, Faults } from "../faults.ts";
import type { Mailbox } from "./mailbox.ts";

export interface SmtpListener {
  port: number;
  close(): Promise<void>;
}

const MAX_MAIL_BYTES = 10 * 1024 * 1024;

/**
 * Listens on loopback and responds with 250 once an email is on disk. Faults of the provider "smtp"
 * affect emails whose recipients contain `match`. A `silent` fault without `match` also affects new
 * connections, which then get no greeting.
 */
export async function startSmtp(
  port: number,
  mailbox: Mailbox,
  faults: Faults,
): Promise<SmtpListener> {
  const connections = new Map<number, { socket: Socket; closed: AbortSignal }>();

  const server = new SMTPServer({
    name: "sandbox",
    banner: "Halaqa sandbox",
    size: MAX_MAIL_BYTES,
    rejectOversized: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 1000,
    onConnect(session, callback) {
      const silent = faults.take("smtp", "", "silent");
      if (!silent) return callback();
      void waitForRelease(session).then((here) => here && callback());
    },
    onData(stream, session, callback) {
      void collect(stream)
        .then((bytes) => takeMail(bytes, session))
        .then(
          (answer) => answer !== "no answer" && callback(null, answer),
          (error: Error) => callback(error),
        );
    },
  });

  /** Resolves at the release to whether the client is still connected. */
  async function waitForRelease({ remotePort }: SMTPServerSession): Promise<boolean> {
    const connection = connections.get(remotePort);
    return connection !== undefined && (await faults.released(connection.closed));
  }

  async function takeMail(bytes: Buffer, session: SMTPServerSession): Promise<string> {
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    const fault = faults.take("smtp", recipients.join(","));
    refuse(fault);
    if (fault?.fault === "silent" && !(await waitForRelease(session))) return "no answer";
    const mail = await PostalMime.parse(bytes);
    mailbox.deliver(
      {
        from: addressLine(mail.from),
        subject: mail.subject ?? "",
        text: mail.text ?? "",
        html: mail.html ?? "",
        messageId: mail.messageId ?? "",
      },
      recipients,
      mail.attachments.map(({ filename, mimeType, content }) => ({
        filename: filename ?? "attachment",
        type: mimeType,
        base64: Buffer.from(content as ArrayBuffer).toString("base64"),
      })),
    );
    if (fault?.fault === "drop-response") {
      connections.get(session.remotePort)?.socket.destroy();
      return "no answer";
    }
    if (fault?.fault === "delay") {
      await Promise.race([delay(fault.ms, undefined, { ref: false }), waitForRelease(session)]);
    }
    return "Stored";
  }

  server.on("error", () => {
    // If a connection breaks in the middle of an email, its client notices and retries.
  });
  server.server.on("connection", (socket) => {
    const closed = new AbortController();
    const remotePort = socket.remotePort ?? 0;
    connections.set(remotePort, { socket, closed: closed.signal });
    socket.once("close", () => {
      connections.delete(remotePort);
      closed.abort();
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");

  return {
    port: (server.server.address() as AddressInfo).port,
    async close() {
      const stopped = new Promise<void>((resolve) => server.close(resolve));
      for (const { socket } of connections.values()) socket.destroy();
      await stopped;
    },
  };
}

/** Throws the error that the mail server sends instead of 250. */
function refuse(fault: Fault | undefined): void {
  if (fault?.fault === "status-500") throw smtpError(554, "The sandbox simulates a rejection");
  if (fault?.fault === "status-429")
    throw smtpError(451, "The sandbox simulates a temporary rejection");
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function addressLine(address: Address | undefined): string {
  if (!address?.address) return address?.name ?? "";
  return address.name ? `${address.name} <${address.address}>` : address.address;
}
