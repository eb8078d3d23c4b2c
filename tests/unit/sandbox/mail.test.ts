import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { JSDOM } from "jsdom";
import nodemailer from "nodemailer";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  clearMailFaults,
  type MailWorld,
  mailTo,
  messagesTo,
  setMailFault,
  startMailWorld,
} from "./mail-world.ts";

test("an accepted email is listed with exactly the agreed fields", async () => {
  const world = await startMailWorld();
  await world.mailer.send(mailTo("Amina@example.org", { subject: "Your code ﷽", text: "123456" }));
  expect(await messagesTo(world, "amina@example.ORG")).toEqual([
    {
      id: expect.any(String),
      to: "Amina@example.org",
      subject: "Your code ﷽",
      text: expect.stringMatching(/^123456\s*$/),
      html: expect.stringMatching(/^<p>Salam<\/p>\s*$/),
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  ]);
});

test("emails are listed newest first, for one address or for all", async () => {
  const world = await startMailWorld();
  await world.mailer.send(mailTo("a@example.org", { subject: "one" }));
  await world.mailer.send(mailTo("b@example.org", { subject: "two" }));
  await world.mailer.send(mailTo("a@example.org", { subject: "three" }));
  expect((await messagesTo(world, "a@example.org")).map(subjectOf)).toEqual(["three", "one"]);
  expect((await messagesTo(world)).map(subjectOf)).toEqual(["three", "two", "one"]);
  expect(await messagesTo(world, "c@example.org")).toEqual([]);
});

test("an email to several people arrives in every mailbox, whatever its headers say", async () => {
  const world = await startMailWorld();
  const transport = nodemailer.createTransport({ host: "127.0.0.1", port: world.smtpPort });
  await transport.sendMail({
    from: "x@example.org",
    to: "a@example.org",
    bcc: "b@example.org",
    text: "plain only",
  });
  expect(await messagesTo(world, "a@example.org")).toMatchObject([{ subject: "", html: "" }]);
  expect(await messagesTo(world, "b@example.org")).toMatchObject([{ to: "b@example.org" }]);
});

test("an accepted email is kept after a restart", async () => {
  const world = await startMailWorld();
  await world.mailer.send(mailTo("a@example.org", { subject: "kept" }));
  await world.reopen();
  expect((await messagesTo(world, "a@example.org")).map(subjectOf)).toEqual(["kept"]);
});

test("an email sent again with the same Message-ID is kept once", async () => {
  const world = await startMailWorld();
  const mail = mailTo("a@example.org", { messageId: "job-1" });
  await world.mailer.send(mail);
  await world.mailer.send(mail);
  await world.mailer.send({ ...mail, messageId: "job-2" });
  expect(await messagesTo(world, "a@example.org")).toHaveLength(2);
});

test.each([
  ["status-500", "rejected", 554],
  ["status-429", "unavailable", 451],
])(
  "the fault %s rejects an email, and the next one is accepted",
  async (fault, kind, responseCode) => {
    const world = await startMailWorld();
    await setMailFault(world, { fault, times: 1 });
    await expect(world.mailer.send(mailTo("a@example.org"))).rejects.toMatchObject({
      kind,
      cause: { responseCode },
    });
    expect(await messagesTo(world)).toEqual([]);
    await world.mailer.send(mailTo("a@example.org"));
    expect(await messagesTo(world)).toHaveLength(1);
  },
);

test("a fault can apply to one recipient", async () => {
  const world = await startMailWorld();
  await setMailFault(world, { fault: "status-500", match: "b@example.org", times: 1 });
  await world.mailer.send(mailTo("a@example.org"));
  await expect(world.mailer.send(mailTo("b@example.org"))).rejects.toMatchObject({
    kind: "rejected",
  });
});

test("the fault drop-response keeps the email, and the sender gets no confirmation", async () => {
  const world = await startMailWorld();
  await setMailFault(world, { fault: "drop-response" });
  const mail = mailTo("a@example.org", { messageId: "job-1" });
  await expect(world.mailer.send(mail)).rejects.toMatchObject({ kind: "unavailable" });
  expect(await messagesTo(world)).toHaveLength(1);
  await world.mailer.send(mail);
  expect(await messagesTo(world)).toHaveLength(1);
});

test("a silent server never greets until the faults are cleared", async () => {
  const world = await startMailWorld();
  await setMailFault(world, { fault: "silent" });
  const { socket, received } = await openConnection(world);
  await waitForTaken(world);
  expect(received()).toBe("");
  await clearMailFaults(world);
  await vi.waitFor(() => expect(received()).toMatch(/^220 /));
  socket.destroy();
});

test("a client that meets a silent server times out and works afterward", async () => {
  const world = await startMailWorld();
  await setMailFault(world, { fault: "silent", times: 5 });
  await expect(world.impatient(300).send(mailTo("a@example.org"))).rejects.toMatchObject({
    kind: "unavailable",
  });
  await clearMailFaults(world);
  await world.mailer.send(mailTo("a@example.org"));
  expect(await messagesTo(world)).toHaveLength(1);
});

test("an open connection becomes silent too, and its email is dropped when the sender disconnects", async () => {
  const world = await startMailWorld();
  const mailer = world.impatient(1500);
  await mailer.send(mailTo("a@example.org", { subject: "before" }));
  await setMailFault(world, { fault: "silent" });
  await expect(mailer.send(mailTo("a@example.org", { subject: "lost" }))).rejects.toMatchObject({
    kind: "unavailable",
  });
  await clearMailFaults(world);
  await world.mailer.send(mailTo("a@example.org", { subject: "after" }));
  expect((await messagesTo(world)).map(subjectOf)).toEqual(["after", "before"]);
});

test("a delayed response is sent when the faults are cleared", async () => {
  const world = await startMailWorld();
  await setMailFault(world, { fault: "delay", ms: 60_000 });
  const sent = world.mailer.send(mailTo("a@example.org"));
  await vi.waitFor(async () => expect(await messagesTo(world)).toHaveLength(1));
  await clearMailFaults(world);
  await sent;
});

test("the mailbox page lists emails with their codes and can show only those of one recipient", async () => {
  const world = await startMailWorld();
  await world.mailer.send(
    mailTo("a@example.org", { subject: "<b>Code</b>", text: "Your code:\n\n    123456\n" }),
  );
  await world.mailer.send(mailTo("b@example.org", { subject: "Other" }));
  const all = await page(`${world.base}/mail`);
  expect(all.querySelectorAll(".mails li")).toHaveLength(2);
  const one = await page(`${world.base}/mail?to=A@example.org`);
  expect(one.querySelectorAll(".mails li")).toHaveLength(1);
  expect(one.querySelector(".subject")?.textContent).toBe("<b>Code</b>");
  expect(one.querySelector(".subject b")).toBeNull();
  expect(one.querySelector("code")?.textContent).toBe("123456");
  expect(one.querySelector("[data-copy]")?.getAttribute("data-copy")).toBe("123456");
});

test("the mailbox page detects new emails by the ID of the newest one", async () => {
  const world = await startMailWorld();
  const newest = async (query = "") => {
    const response = await fetch(`${world.base}/mail/newest${query}`);
    return ((await response.json()) as { id: string }).id;
  };
  expect(await newest()).toBe("");
  await world.mailer.send(mailTo("a@example.org"));
  const [mail] = await messagesTo(world);
  expect(await newest("?to=A@example.org")).toBe(mail?.id);
  expect(await newest("?to=b@example.org")).toBe("");
  const shown = await page(`${world.base}/mail`);
  expect(shown.querySelector("[data-newest]")?.getAttribute("data-newest")).toBe(mail?.id);
});

test("an email's page shows the HTML in a frame without scripts, and the text as text", async () => {
  const world = await startMailWorld();
  const html = `<p>Salam "you"</p><script>alert(1)</script>`;
  await world.mailer.send(mailTo("a@example.org", { text: "<i>plain</i>", html }));
  const [mail] = await messagesTo(world);
  const address = `${world.base}/mail/messages/${mail?.id}`;
  const document = await page(address);
  const frame = document.querySelector("iframe");
  expect(frame?.getAttribute("srcdoc")).toContain(html);
  expect(frame?.getAttribute("sandbox")).not.toContain("allow-scripts");
  expect(frame?.getAttribute("sandbox")).not.toContain("allow-same-origin");
  expect(document.querySelector("pre")?.textContent?.trim()).toBe("<i>plain</i>");

  const policy = (await fetch(address)).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
});

test("the page of an email that does not exist has the status 404", async () => {
  const { base } = await startMailWorld();
  expect((await fetch(`${base}/mail/messages/none`)).status).toBe(404);
});

async function page(address: string) {
  return new JSDOM(await (await fetch(address)).text()).window.document;
}

function subjectOf({ subject }: { subject: string }): string {
  return subject;
}

async function openConnection({ smtpPort }: MailWorld) {
  let text = "";
  const socket: Socket = connect(smtpPort, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await once(socket, "connect");
  return { socket, received: () => text };
}

/** Waits until a request has triggered the fault. */
async function waitForTaken({ base }: MailWorld) {
  await vi.waitFor(async () => {
    const { faults } = (await (await fetch(`${base}/faults`)).json()) as { faults: unknown[] };
    expect(faults).toEqual([]);
  });
}
