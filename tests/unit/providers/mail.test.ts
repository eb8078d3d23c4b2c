import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { JSDOM } from "jsdom";
import PostalMime, { decodeWords, type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { layout } from "#server/providers/mail/layout.ts";
import {
  createMailer,
  messageIdHeader,
  type OutgoingMail,
  oneLine,
} from "#server/providers/mail/mail.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { mailTo, messagesTo, startMailWorld } from "../sandbox/mail-world.ts";

/** Sends the email to a mail server, and parses what the server receives. */
async function receive(message: OutgoingMail): Promise<Email> {
  const received = Promise.withResolvers<string>();
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: (stream, _session, done) =>
      void text(stream).then((raw) => {
        received.resolve(raw);
        done();
      }),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: "Halaqa <no-reply@halaqa.test>",
    log: { debug: () => {} },
  });
  await mailer.send(message);
  const mail = await PostalMime.parse(await received.promise);
  mailer.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return mail;
}

test("a line break in a subject adds no header and no recipient", async () => {
  const world = await startMailWorld();
  const subject = "Welcome Amina\r\nBcc: victim@example.org\r\n\r\nbody";
  await world.mailer.send(mailTo("a@example.org", { subject }));
  const mails = await messagesTo(world);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: "a@example.org",
    subject: "Welcome Amina Bcc: victim@example.org body",
  });
});

test("a line break in another header becomes a space", async () => {
  const world = await startMailWorld();
  const headers = { "X-Course": "Tajweed\r\nBcc: victim@example.org" };
  await world.mailer.send(mailTo("a@example.org", { headers }));
  expect((await messagesTo(world)).map(({ to }) => to)).toEqual(["a@example.org"]);
});

const encodedWords = [
  "Your lesson with =?utf-8?Q?Click_https=3A=2F=2Fevil=2Etest?= is booked",
  "=?utf-8?Q?Your_account=0D=0ABcc:_x=40evil.test?=",
  "=?utf-8?B?aHR0cHM6Ly9ldmlsLnRlc3Q=?=",
  "=?utf-8?Q?one?= =?utf-8?Q?two?=",
  "a=?utf-8?q?b c?=d",
  `${"A long title ".repeat(8)}=?iso-8859-1?q?=41?= ✓`,
  "5 =? 6",
];

test.each(encodedWords)(
  "the recipient reads the subject '%s' as it was written",
  async (subject) => {
    const world = await startMailWorld();
    await world.mailer.send(mailTo("a@example.org", { subject }));
    expect(await messagesTo(world)).toMatchObject([{ subject }]);
  },
);

test.each(encodedWords)(
  "the recipient reads the header value '%s' as it was written",
  async (value) => {
    const mail = await receive(mailTo("a@example.org", { headers: { "X-Course": value } }));
    const header = mail.headers.find(({ key }) => key === "x-course");
    expect(decodeWords(header?.value ?? "")).toBe(value);
  },
);

test("an encoded word in the name of an attachment is not decoded", async () => {
  const attachment = { contentType: "text/plain", content: new Uint8Array([65]) };
  const filename = "=?utf-8?Q?=2E=2E=2Finvoice=2Eexe?=";
  const mail = await receive(
    mailTo("a@example.org", { attachments: [{ ...attachment, filename }] }),
  );
  expect(mail.attachments.map((each) => each.filename)).toEqual([
    "=_utf-8?Q?=2E=2E=2Finvoice=2Eexe?=",
  ]);
});

test("an email is not sent unless its reply address is a single bare address", async () => {
  const world = await startMailWorld();
  const list = mailTo("a@example.org", { replyTo: "b@example.org\r\nBcc: c@example.org" });
  await expect(world.mailer.send(list)).rejects.toMatchObject({ kind: "rejected" });
  expect(await messagesTo(world)).toEqual([]);
});

test("a calendar entry and the headers of mailing lists and replies are sent unchanged", async () => {
  const url = `https://site.example/newsletter/unsubscribe?token=${"a".repeat(43)}`;
  const headers = {
    "List-Unsubscribe": `<${url}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  const invitation = {
    method: "CANCEL" as const,
    text: "BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n",
  };
  const mail = await receive(
    mailTo("a@example.org", { replyTo: "b@example.org", headers, invitation }),
  );
  expect(mail.replyTo).toEqual([{ address: "b@example.org", name: "" }]);
  const values = new Map(mail.headers.map(({ key, value }) => [key, value]));
  expect(values.get("list-unsubscribe")).toBe(`<${url}>`);
  expect(values.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const appointment = mail.attachments.find(({ mimeType }) => mimeType === "text/calendar");
  expect(appointment?.method).toBe("CANCEL");
  const read = new TextDecoder().decode(appointment?.content as ArrayBuffer);
  expect(read.split(/\r?\n/)).toEqual(invitation.text.split("\r\n"));
});

test("the unsubscribe link is in text and HTML, and must be a web address", () => {
  const letter = {
    recipientName: null,
    title: "A letter",
    preheader: "",
    paragraphs: ["Peace."],
    because: null,
  };
  const url = "https://site.example/newsletter/unsubscribe?token=abc";
  const { html, text } = layout({ ...letter, unsubscribeUrl: url });
  expect(html).toContain(`href="${url}"`);
  expect(text).toContain(`Unsubscribe from the newsletter: ${url}`);
  expect(layout(letter).html).not.toContain("Unsubscribe");
  expect(() => layout({ ...letter, unsubscribeUrl: "javascript:alert(1)" })).toThrow(TypeError);
});

test.each([
  "a@example.org\r\nBcc: victim@example.org",
  "a@example.org, victim@example.org",
  "Amina <a@example.org>",
  "a@example.org>",
  "group:a@example.org;",
  "a@b@example.org",
  "a b@example.org",
  "nobody",
  "",
])("'%s' is not accepted as a recipient", async (to) => {
  const world = await startMailWorld();
  await expect(world.mailer.send(mailTo(to))).rejects.toMatchObject({ kind: "rejected" });
  expect(await messagesTo(world)).toEqual([]);
});

test("addresses in other alphabets are accepted", async () => {
  const world = await startMailWorld();
  await world.mailer.send(mailTo("أمينة@example.org"));
  expect(await messagesTo(world, "أمينة@example.org")).toHaveLength(1);
});

test("control characters and Unicode line breaks are removed from header lines", () => {
  expect(oneLine("a\u0000b\u2028c\td\u0085e ")).toBe("a b c d e");
});

test("the Message-ID consists of the ID and the sender's domain", () => {
  expect(messageIdHeader("job-1", "Halaqa <no-reply@halaqa.test>")).toBe("<job-1@halaqa.test>");
  expect(messageIdHeader("job-1", "no-reply@halaqa.test")).toBe("<job-1@halaqa.test>");
  expect(() => messageIdHeader("a\r\nBcc: b@example.org", "x@halaqa.test")).toThrow(
    "A message ID may contain only",
  );
});

test("a reachable mail server is available, and a missing one is unavailable", async () => {
  const world = await startMailWorld();
  await world.mailer.verify();
  const nobody = createMailer({
    smtpUrl: "smtp://127.0.0.1:9",
    from: "x@halaqa.test",
    log: { debug: () => {} },
  });
  await expect(nobody.verify()).rejects.toMatchObject({ kind: "unavailable" });
  await expect(nobody.send(mailTo("a@example.org"))).rejects.toMatchObject({
    kind: "unavailable",
  });
  nobody.close();
});

const content = {
  recipientName: "Amina Saleh",
  title: "Verify your email",
  preheader: "Your code is inside",
  paragraphs: ["Thank you for joining.", "Enter this code."],
  code: "123456",
  action: { label: "Open Halaqa", url: "https://halaqa.test/verify?a=1&b=2" },
  because: "you signed up",
};

test("the text and HTML of an email have the same content", () => {
  const { text, html } = layout(content);
  const { document } = new JSDOM(html).window;
  const greeting = "Assalamu alaikum Amina,";
  const reason = "You're receiving this email because you signed up.";
  for (const words of [content.title, greeting, ...content.paragraphs, content.code, reason]) {
    expect(text).toContain(words);
    expect(document.body.textContent).toContain(words);
  }
  expect(text).toMatch(/^\s*123456\s*$/m);
  expect(text).toContain(content.action.url);
  const links = [...document.querySelectorAll("a")].map(({ href }) => href);
  expect(links).toContain(content.action.url);
  expect(document.body.textContent).toContain(content.preheader);
});

test("text from people never becomes HTML", () => {
  const evil = `<img src=x onerror="alert(1)">"'&`;
  const { html } = layout({
    recipientName: evil,
    title: evil,
    preheader: evil,
    opening: evil,
    paragraphs: [evil],
    because: evil,
    code: evil,
    action: { label: evil, url: `https://halaqa.test/?q="><script>alert(1)</script>` },
  });
  const { document } = new JSDOM(html).window;
  expect(document.querySelectorAll("img, script, [onerror]")).toHaveLength(0);
  expect(document.querySelectorAll(".text")[2]?.textContent).toBe(evil);
  expect(document.title).toBe(evil);
});

test("an email loads nothing from other servers", () => {
  const { html } = layout(content);
  const { document } = new JSDOM(html).window;
  expect(document.querySelectorAll("img, link, iframe, video, audio, object")).toHaveLength(0);
  expect(html).not.toMatch(/url\(|@import/);
});

test.each(["javascript:alert(1)", "data:text/html,x", "/relative"])(
  "an email does not link to %s",
  (url) => {
    expect(() => layout({ ...content, action: { label: "Open", url } })).toThrow(TypeError);
  },
);

test("facts are a table in HTML and lines in text, in the direction of the language", () => {
  const facts = [
    { name: "الإيصال", value: "K7RMQX-0042", url: "https://halaqa.test/receipt" },
    { name: "<b>", value: "a & b" },
  ];
  const { text, html } = runWithLanguage("ar", () =>
    layout({
      recipientName: null,
      title: "T",
      preheader: "P",
      paragraphs: [],
      because: null,
      facts,
    }),
  );
  expect(text).toContain("الإيصال: K7RMQX-0042\nhttps://halaqa.test/receipt\n<b>: a & b");
  const { document } = new JSDOM(html).window;
  const rows = [...document.querySelectorAll(".facts tr")];
  expect(rows.map((row) => row.textContent?.trim().split(/\s*\n\s*/))).toEqual([
    ["الإيصال", "K7RMQX-0042"],
    ["<b>", "a & b"],
  ]);
  expect(rows[0]?.querySelector("a")?.href).toBe("https://halaqa.test/receipt");
  expect(rows[0]?.querySelector("th")?.style.textAlign).toBe("right");
});
