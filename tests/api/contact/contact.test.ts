import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getSupportAddress } from "#lib/site/support-address.ts";
import {
  deleteContactMessagesOf,
  listContactMessagesOf,
  purgeContactMessages,
} from "#server/contact/contact.ts";
import { contactMessages } from "#server/db/tables/contact.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { newClients } from "../../support/clients.ts";
import { addAccount } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { TRUST_PROXY: "1" } });
});
afterAll(() => app.close());

const newClient = newClients("10.2");

let senders = 0;

/** A message from a sender that no other test uses. */
function newMessage(overrides: Record<string, unknown> = {}) {
  senders += 1;
  return {
    name: "Khadija Noor",
    email: `khadija${senders}@example.org`,
    subject: "A question about tajweed",
    message: "Peace be upon you.\n\nDo you have a class for beginners?",
    ...overrides,
  };
}

const send = (body: unknown, client = newClient(), process = app) =>
  process.call("POST", "/api/contact", { body, headers: { "x-forwarded-for": client } });

const storedOf = (email: string) => listContactMessagesOf(app.context.db, email);

async function mailsAbout(email: string) {
  await app.context.jobs.drain();
  return {
    team: app.mails.filter(({ to, replyTo }) => to === getSupportAddress() && replyTo === email),
    sender: app.mails.filter(({ to }) => to === email),
  };
}

describe("a contact message", () => {
  test("is stored, emailed to staff and confirmed to a sender with an account", async () => {
    const message = newMessage({ source: "support" });
    await addAccount(app.context, "Maryam Siddiqui", message.email);
    const answer = await send(message);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      status: "success",
      data: null,
      message: "Thank you for your message. We'll reply by email.",
    });
    expect(await storedOf(message.email)).toMatchObject([message]);
    const { team, sender } = await mailsAbout(message.email);
    expect(team).toHaveLength(1);
    expect(team[0]?.subject).toBe("Support: A question about tajweed");
    expect(team[0]?.text).toContain("Do you have a class for beginners?");
    expect(sender.map(({ subject }) => subject)).toEqual(["Halaqa received your message"]);
  });

  test("is not repeated in the confirmation email", async () => {
    const message = newMessage({ name: "BUY NOW", subject: "BUY NOW", message: "BUY NOW" });
    await addAccount(app.context, "Maryam Siddiqui", message.email);
    await send(message);
    const { sender } = await mailsAbout(message.email);
    expect(sender).toHaveLength(1);
    expect(JSON.stringify(sender)).not.toContain("BUY NOW");
  });

  test("sends no confirmation to an unconfirmed address", async () => {
    const message = newMessage();
    expect((await send(message)).status).toBe(201);
    const { team, sender } = await mailsAbout(message.email);
    expect([team.length, sender.length]).toEqual([1, 0]);
  });

  test("is shown to staff as plain text, whatever it contains", async () => {
    const message = newMessage({ message: "<img src=x onerror=alert(1)>" });
    await send(message);
    const { team } = await mailsAbout(message.email);
    expect(team[0]?.html).not.toContain("<img");
    expect(team[0]?.text).toContain("<img src=x onerror=alert(1)>");
  });

  test("is attributed to the contact page unless it names another source", async () => {
    const message = newMessage();
    await send({ ...message, email: ` ${message.email.toUpperCase()} ` });
    expect(await storedOf(message.email)).toMatchObject([{ source: "contact" }]);
  });

  test("is stored once when it is sent twice or many times at once", async () => {
    const message = newMessage();
    await addAccount(app.context, "Maryam Siddiqui", message.email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(message)));
    answers.push(await send(message));
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(201));
    expect(await storedOf(message.email)).toHaveLength(1);
    const { team, sender } = await mailsAbout(message.email);
    expect([team.length, sender.length]).toEqual([1, 1]);
  });

  test("gets the normal response but is dropped when a bot sent it", async () => {
    const message = newMessage();
    const honest = await send(newMessage());
    const robot = await send({ ...message, website: "https://spam.example" });
    expect([robot.status, robot.body]).toEqual([honest.status, honest.body]);
    expect(await storedOf(message.email)).toEqual([]);
    expect(await mailsAbout(message.email)).toEqual({ team: [], sender: [] });
  });
});

describe("an invalid contact message", () => {
  test("gets an error for each invalid field, with the texts of the form", async () => {
    const { status, body } = await send({});
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: "name", message: "Name is required." },
      { field: "email", message: "Email is required." },
      { field: "subject", message: "Subject is required." },
      { field: "message", message: "Message is required." },
    ]);
  });

  test.for([
    ["name", "  ", "Name is required."],
    ["name", "a".repeat(101), "Please use at most 100 characters."],
    ["name", "Khadija\r\nBcc: victim@example.org", "Please keep this on one line."],
    ["email", "khadija", "Please enter a valid email."],
    ["email", "a@example.org\r\nBcc: b@example.org", "Please enter a valid email."],
    ["email", "a@example.org, b@example.org", "Please enter a valid email."],
    ["subject", "Hello\nBcc: victim@example.org", "Please keep this on one line."],
    ["subject", "a".repeat(151), "Please use at most 150 characters."],
    ["message", "\n \n", "Message is required."],
    ["message", "a".repeat(5_001), "Please use at most 5000 characters."],
    [
      "message",
      "a\u0000b",
      "This text contains characters that can't be saved. Please remove them.",
    ],
    ["message", ["a"], "Message is required."],
    ["source", "elsewhere", "Unknown contact form."],
  ] as const)("is rejected for the %s %j", async ([field, value, message]) => {
    const input = newMessage();
    const { status, body } = await send({ ...input, [field]: value });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field, message }]);
    expect(await storedOf(input.email)).toEqual([]);
  });

  test("is rejected when it is not JSON", async () => {
    const headers = { "content-type": "text/plain" };
    const answer = await app.call("POST", "/api/contact", {
      body: JSON.stringify(newMessage()),
      headers,
    });
    expect(answer.status).toBe(415);
  });
});

describe("the limits on contact messages", () => {
  test("allow ten messages an hour per client across all processes", async () => {
    const second = await createTestApp({ env: { TRUST_PROXY: "1" }, database: app.database });
    const client = newClient();
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      statuses.push((await send(newMessage(), client, index % 2 ? second : app)).status);
    }
    await second.close();
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
    const refused = newMessage();
    const answer = await send(refused, client);
    expect(answer.body.message).toBe("Too many attempts. Please try again later.");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await storedOf(refused.email)).toEqual([]);
    expect((await send(newMessage())).status).toBe(201);
  });

  test("allow three confirmations an hour per address, and staff still get every message", async () => {
    const { email } = newMessage();
    await addAccount(app.context, "Maryam Siddiqui", email);
    for (let index = 0; index < 5; index += 1) {
      await send(newMessage({ email, subject: `Question ${index}` }));
    }
    const { team, sender } = await mailsAbout(email);
    expect([team.length, sender.length]).toEqual([5, 3]);
  });
});

describe("stored contact messages", () => {
  test("are deleted with their sender's account", async () => {
    const [leaving, staying] = [newMessage(), newMessage()];
    await send(leaving);
    await send(staying);
    await deleteContactMessagesOf(app.context.db, leaving.email);
    expect(await storedOf(leaving.email)).toEqual([]);
    expect(await storedOf(staying.email)).toHaveLength(1);
  });

  test("are deleted after a year", async () => {
    const [old, recent] = [newMessage(), newMessage()];
    const day = 24 * 60 * 60 * 1000;
    await app.context.db.insert(contactMessages).values(
      [
        { ...old, age: 366 },
        { ...recent, age: 364 },
      ].map(({ age, ...message }) => ({
        ...message,
        source: "contact" as const,
        digest: message.email,
        createdAt: new Date(Date.now() - age * day),
      })),
    );
    await purgeContactMessages(app.context);
    expect(await storedOf(old.email)).toEqual([]);
    expect(await storedOf(recent.email)).toHaveLength(1);
  });
});
