/** Services of an operator on this machine: DNS, a mail server with a password, and a bucket. */
import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

interface Service {
  close(): Promise<void>;
}

/** @param records the TXT records by host. Changes apply at once. */
export async function startDns(
  records: Map<string, string[]>,
): Promise<Service & { resolver: Resolver }> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) =>
    socket.send(answerQuery(query, records), port, address),
  );
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const resolver = new Resolver({ timeout: 5_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolver, close: () => new Promise((resolve) => socket.close(() => resolve())) };
}

/** RFC 1035: the header and the question again, followed by a TXT record for each text. */
function answerQuery(query: Buffer, records: Map<string, string[]>): Buffer {
  const labels: string[] = [];
  let end = 12;
  for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) {
    labels.push(query.subarray(end + 1, end + 1 + length).toString());
    end += 1 + length;
  }
  const question = query.subarray(12, end + 5);
  const texts = records.get(labels.join(".").toLowerCase());
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // A response, with recursion available. Code 3 says that the name doesn't exist.
  header.writeUInt16BE(0x8180 | (texts ? 0 : 3), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts?.length ?? 0, 6);
  return Buffer.concat([header, question, ...(texts ?? []).map(toTextRecord)]);
}

function toTextRecord(text: string): Buffer {
  const content = Buffer.from(text);
  const record = Buffer.alloc(13);
  // The name of the question, type TXT, class IN, and a time to live of 0.
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(16, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(content.length + 1, 10);
  record.writeUInt8(content.length, 12);
  return Buffer.concat([record, content]);
}

/** A mail server that accepts one user, and keeps the recipients of its emails. */
export async function startMailServer(account: { user: string; password: string }) {
  const recipients: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === account.user && password === account.password)
        done(null, { user: username });
      else done(new Error("Invalid user or password"));
    },
    onData(stream, { envelope }, done) {
      recipients.push(...envelope.rcptTo.map(({ address }) => address));
      stream.resume().once("end", () => done());
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  // It isn't an error of the test if a client ends the connection during a failed log-in.
  server.on("error", () => {});
  const { port } = server.server.address() as AddressInfo;
  return {
    recipients,
    url: (password = account.password) => `smtp://${account.user}:${password}@127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** An S3-compatible store with one bucket and one key. */
export async function startBucket(access: { buckets: readonly string[]; keyId: string }) {
  const files = new Map<string, Buffer>();
  const server = createServer(async (req, res) => {
    const path = (req.url ?? "").split("?")[0] ?? "";
    const fail = (status: number, code: string) =>
      res
        .writeHead(status, { "content-type": "application/xml" })
        .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    const body = await buffer(req);
    if (!req.headers.authorization?.includes(`Credential=${access.keyId}/`)) {
      return fail(403, "InvalidAccessKeyId");
    }
    if (!access.buckets.includes(path.split("/")[1] ?? "")) return fail(404, "NoSuchBucket");
    if (req.method === "PUT") files.set(path, withoutChunks(body, req.headers["content-encoding"]));
    if (req.method === "DELETE") {
      files.delete(path);
      return res.writeHead(204).end();
    }
    const content = files.get(path);
    if (!content) return fail(404, "NoSuchKey");
    const headers = { "content-length": req.method === "PUT" ? 0 : content.length };
    res.writeHead(200, headers);
    return req.method === "GET" ? res.end(content) : res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    files,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The client may send the body in a chunk preceded by its size (`aws-chunked`). */
function withoutChunks(body: Buffer, encoding: string | undefined): Buffer {
  if (!encoding?.includes("aws-chunked")) return body;
  const headEnd = body.indexOf("\r\n");
  const size = Number.parseInt(body.subarray(0, headEnd).toString(), 16);
  return body.subarray(headEnd + 2, headEnd + 2 + size);
}
