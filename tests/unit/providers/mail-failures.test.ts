/** What a failure of the mail server says about an email that must not be sent twice. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { createMailer, MailError } from "#server/providers/mail/mail.ts";
import { mailTo } from "../sandbox/mail-world.ts";

const answer = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode });

async function startServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ disabledCommands: ["AUTH", "STARTTLS"], ...options });
  // Connections that the tests break.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.server.address() as AddressInfo).port;
}

async function failWith(port: number): Promise<MailError> {
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: "Halaqa <no-reply@halaqa.test>",
    log: { debug: () => {} },
  });
  const error: unknown = await mailer.send(mailTo("a@example.org")).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  mailer.close();
  if (error instanceof MailError) return error;
  throw new Error(`The mail server was expected to reject the email: ${error}`);
}

const atRecipient = (code: number, text: string) =>
  startServer({ onRcptTo: (_address, _session, done) => done(answer(code, text)) });

test.each([
  [550, "5.1.1 No such user", { kind: "rejected", isAboutRecipient: true }],
  [450, "4.2.0 Try later", { kind: "unavailable", isAboutRecipient: true }],
  [550, "5.7.1 Relaying denied", { kind: "rejected", isAboutRecipient: false }],
] as const)(
  "the answer %i %s to a recipient is classified by its code and text",
  async (code, text, expected) => {
    const error = await failWith(await atRecipient(code, text));
    expect(error).toMatchObject({ ...expected, mayHaveArrived: false });
  },
);

test("a rejection of the content isn't about the recipient", async () => {
  const port = await startServer({
    onData: (stream, _session, done) => {
      stream.resume().on("end", () => done(answer(554, "5.6.0 Spam")));
    },
  });
  expect(await failWith(port)).toMatchObject({
    kind: "rejected",
    isAboutRecipient: false,
    mayHaveArrived: false,
  });
});

test("an email may have been accepted if the connection breaks before the server answers", async () => {
  const sockets = new Set<Socket>();
  const port = await startServer({
    onData: (stream) => {
      stream.resume().on("end", () => {
        for (const socket of sockets) socket.destroy();
      });
    },
  });
  // A relay, so that the test can break the connection.
  const relay = createServer((client) => {
    sockets.add(client);
    client.on("error", () => {});
    const upstream = connect(port, "127.0.0.1");
    upstream.on("error", () => {});
    client.pipe(upstream).pipe(client);
    client.on("close", () => upstream.destroy());
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  onTestFinished(() => new Promise<void>((resolve) => relay.close(() => resolve())));
  const error = await failWith((relay.address() as AddressInfo).port);
  expect(error).toMatchObject({ kind: "unavailable", mayHaveArrived: true });
});

test("an email wasn't accepted if no server listens", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(await failWith(port)).toMatchObject({ kind: "unavailable", mayHaveArrived: false });
});
