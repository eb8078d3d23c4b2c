import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { newsletterRequests, newsletterSubscribers } from "#server/db/tables/newsletter.table.ts";
import {
  findSubscriber,
  forgetSubscriber,
  purgeNewsletterRequests,
} from "#server/newsletter/newsletter.ts";
import type { OutgoingMail } from "#server/providers/mail/mail.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { newClients } from "../../support/clients.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { TRUST_PROXY: "1" } });
});
afterAll(() => app.close());
afterEach(() => {
  vi.useRealTimers();
});

const newClient = newClients("10.3");
const day = 24 * 60 * 60 * 1000;

let people = 0;
function newEmail(): string {
  people += 1;
  return `reader${people}@example.org`;
}

const post = (path: string, body: unknown, client = newClient(), process = app) =>
  process.call("POST", `/api/newsletter${path}`, {
    body,
    headers: { "x-forwarded-for": client },
  });

async function mailsTo(email: string): Promise<OutgoingMail[]> {
  await app.context.jobs.drain();
  return app.mails.filter(({ to }) => to === email);
}

const subscribed = async (email: string) =>
  (await findSubscriber(app.context.db, email)) !== undefined;

/** The token of the link to a page of the site in an email. */
function tokenOf(mail: OutgoingMail | undefined, page: "confirm" | "unsubscribe"): string {
  const link = new RegExp(`https?://\\S+/newsletter/${page}\\?token=\\S+`).exec(mail?.text ?? "");
  return new URL(link?.[0] ?? "").searchParams.get("token") ?? "";
}

/** Requests a subscription. @returns the token in the confirmation email. */
async function ask(email: string): Promise<string> {
  expect((await post("", { email })).status).toBe(201);
  return tokenOf((await mailsTo(email)).at(-1), "confirm");
}

/** Subscribes an address. @returns its unsubscribe token. */
async function join(email: string): Promise<string> {
  expect((await post("/confirm", { token: await ask(email) })).status).toBe(200);
  return tokenOf((await mailsTo(email)).at(-1), "unsubscribe");
}

describe("signing up for the newsletter", () => {
  test("sends a link, and subscribes once the link is confirmed", async () => {
    const email = newEmail();
    const asked = await post("", { email: ` ${email.toUpperCase()} ` });
    expect(asked.status).toBe(201);
    expect(asked.body.message).toBe("Please check your inbox and confirm your email address.");
    expect(await subscribed(email)).toBe(false);

    const token = tokenOf((await mailsTo(email))[0], "confirm");
    const confirmed = await post("/confirm", { token });
    expect([confirmed.status, confirmed.body.message]).toEqual([
      200,
      "Your subscription is confirmed.",
    ]);
    expect(await subscribed(email)).toBe(true);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      "Please confirm your Halaqa newsletter subscription",
      "Welcome to the Halaqa newsletter",
    ]);
    const notices = (await mailsTo(getSupportAddress())).filter(({ text }) => text.includes(email));
    expect(notices.map(({ subject }) => subject)).toEqual(["A new newsletter subscriber"]);
  });

  test("gets the same response after the same work, whether the address is subscribed or not", async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await join(known);
    const before = await app.context.db.$count(newsletterRequests);
    const answers = [await post("", { email: known }), await post("", { email: unknown })];
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await app.context.db.$count(newsletterRequests)).toBe(before + 2);
    expect((await mailsTo(known)).at(-1)?.subject).toBe("You already get the Halaqa newsletter");
  });

  test("gets the normal response but has no effect for a bot", async () => {
    const email = newEmail();
    const honest = await post("", { email: newEmail() });
    const robot = await post("", { email, website: "https://spam.example" });
    expect([robot.status, robot.body]).toEqual([honest.status, honest.body]);
    expect(await mailsTo(email)).toEqual([]);
  });

  test.for([
    [{}, "Email is required."],
    [{ email: "  " }, "Email is required."],
    [{ email: "reader" }, "Please enter a valid email."],
    [{ email: "a@example.org\nBcc: b@example.org" }, "Please enter a valid email."],
    [{ email: ["a@example.org"] }, "Email is required."],
  ] as const)("with %j reports what is wrong", async ([body, message]) => {
    const answer = await post("", body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([{ field: "email", message }]);
  });
});

describe("the newsletter limits", () => {
  test("allow ten requests an hour per client across all processes", async () => {
    const second = await createTestApp({ env: { TRUST_PROXY: "1" }, database: app.database });
    const client = newClient();
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      const answer = await post("", { email: newEmail() }, client, index % 2 ? second : app);
      statuses.push(answer.status);
    }
    await second.close();
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
  });

  test("allow three emails a day per address, whether it is subscribed or not", async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await join(known);
    const statusesOf = async (email: string, times: number) => {
      const [answers, client] = [[] as Awaited<ReturnType<typeof post>>[], newClient()];
      for (let index = 0; index < times; index += 1) {
        answers.push(await post("", { email }, client));
      }
      return answers;
    };
    const ofKnown = await statusesOf(known, 3);
    const ofUnknown = await statusesOf(unknown, 4);
    expect(ofKnown.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(ofUnknown.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(ofKnown.at(-1)?.body).toEqual(ofUnknown.at(-1)?.body);
    expect(Number(ofUnknown.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("allow three more emails a day to an address from new clients after strangers used up the limit", async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      statuses.push((await post("", { email })).status);
    }
    expect(statuses).toEqual([...Array(6).fill(201), 429]);
  });

  test("allow twenty emails of all kinds an hour per client", async () => {
    const client = newClient();
    const body = { name: "Sara", subject: "Hello", message: "Peace be upon you." };
    const headers = { "x-forwarded-for": client };
    for (let index = 0; index < 10; index += 1) {
      await post("", { email: newEmail() }, client);
      await app.call("POST", "/api/contact", { body: { ...body, email: newEmail() }, headers });
    }
    const answer = await app.call("POST", "/api/auth/password/forgot", {
      body: { email: newEmail() },
      headers,
    });
    expect(answer.status).toBe(429);
  });
});

describe("the confirmation link", () => {
  test("works once out of twenty simultaneous attempts", async () => {
    const email = newEmail();
    const token = await ask(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post("/confirm", { token })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(410)]);
    expect(await subscribed(email)).toBe(true);
    expect((await mailsTo(email)).filter((mail) => /^Welcome/.test(mail.subject))).toHaveLength(1);
  });

  test("is valid for seven days", async () => {
    const [early, late] = [newEmail(), newEmail()];
    const tokens = [await ask(early), await ask(late)];
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7 * day - 60_000 });
    expect((await post("/confirm", { token: tokens[0] })).status).toBe(200);
    vi.setSystemTime(Date.now() + 120_000);
    const answer = await post("/confirm", { token: tokens[1] });
    expect([answer.status, answer.body.message]).toEqual([
      410,
      "This link has already been used or is older than 7 days.",
    ]);
    expect([await subscribed(early), await subscribed(late)]).toEqual([true, false]);
    await purgeNewsletterRequests(app.context);
    const rows = await app.context.db.select().from(newsletterRequests);
    expect(rows.filter(({ email }) => email === late)).toEqual([]);
  });

  test("is different each time, and each one works", async () => {
    const email = newEmail();
    const tokens = [await ask(email), await ask(email)];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect((await post("/confirm", { token })).status).toBe(200);
    expect((await mailsTo(email)).filter((mail) => /^Welcome/.test(mail.subject))).toHaveLength(1);
  });

  test.for([
    [{ token: "a".repeat(43) }, 410],
    [{ token: "short" }, 400],
    [{}, 400],
  ] as const)("cannot be %j", async ([body, status]) => {
    expect((await post("/confirm", body)).status).toBe(status);
  });
});

describe("a newsletter subscriber", () => {
  test("can unsubscribe with one click, however often the request is repeated", async () => {
    const email = newEmail();
    const token = await join(email);
    const answers = [
      await post("/unsubscribe", { token }),
      await post("/unsubscribe", { token }),
      await post("/unsubscribe", { token: "a".repeat(43) }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([200, "You are unsubscribed."]);
    }
    expect(await subscribed(email)).toBe(false);
    expect((await post("/unsubscribe", { token: "short" })).status).toBe(400);
  });

  test("can subscribe again, and unsubscribe with the old link", async () => {
    const email = newEmail();
    const token = await join(email);
    await post("/unsubscribe", { token });
    expect(await join(email)).toBe(token);
    await post("/unsubscribe", { token });
    expect(await subscribed(email)).toBe(false);
  });

  test("gets emails with one-click headers, without the address in any link", async () => {
    const email = newEmail();
    const token = await join(email);
    const welcome = (await mailsTo(email)).at(-1);
    const url = `${app.config.appUrl}/newsletter/unsubscribe?token=${token}`;
    expect(welcome?.headers).toEqual({
      "List-Unsubscribe": `<${url}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(welcome?.html).toContain(`href="${url}"`);
    expect(`${welcome?.html} ${welcome?.text}`).not.toContain(email);
  });

  test("is stored without a token that anyone could use", async () => {
    const email = newEmail();
    const tokens = [await join(email), await ask(newEmail())];
    const rows = JSON.stringify([
      await app.context.db.select().from(newsletterRequests),
      await app.context.db.select().from(newsletterSubscribers),
    ]);
    for (const token of tokens) expect(rows).not.toContain(token);
  });

  test("is deleted with the account, including the links", async () => {
    const [leaving, staying] = [newEmail(), newEmail()];
    const tokens = [await ask(leaving), await ask(staying)];
    await join(leaving);
    await forgetSubscriber(app.context.db, leaving);
    expect(await subscribed(leaving)).toBe(false);
    expect((await post("/confirm", { token: tokens[0] })).status).toBe(410);
    expect((await post("/confirm", { token: tokens[1] })).status).toBe(200);
  });
});

test("unsubscribe links in emails sent before and after the secret is rotated both work", async () => {
  const [early, late] = [newEmail(), newEmail()];
  const earlyToken = await join(early);
  await join(late);
  const renewed = await createTestApp({
    env: {
      TRUST_PROXY: "1",
      APP_SECRET: "a new secret, as every spring",
      APP_SECRET_PREVIOUS: app.config.appSecret,
    },
    database: app.database,
  });
  try {
    expect((await post("", { email: late }, newClient(), renewed)).status).toBe(201);
    await renewed.context.jobs.drain();
    const mails = [...renewed.mails, ...app.mails].filter(
      ({ to, subject }) => to === late && subject.startsWith("You already get"),
    );
    const lateToken = tokenOf(mails[0], "unsubscribe");
    for (const token of [earlyToken, lateToken]) {
      expect((await post("/unsubscribe", { token }, newClient(), renewed)).status).toBe(200);
    }
    expect([await subscribed(early), await subscribed(late)]).toEqual([false, false]);
  } finally {
    await renewed.close();
  }
});
