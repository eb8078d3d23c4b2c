import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { sendMail } from "#server/mail/mail.jobs.ts";
import { MailError, type OutgoingMail } from "#server/providers/mail/mail.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { createBrowser, join, newEmail, password, readCode } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const content = {
  recipientName: null,
  title: "A letter",
  preheader: "From us",
  paragraphs: ["Text."],
  because: "you have an account",
};

const mailsTo = (email: string) => app.mails.filter(({ to }) => to === email);

/** Sends all queued emails without waiting for retry delays. */
async function drainNow() {
  await app.database.pool.query(
    "update pgboss.job set start_after = now() where state in ('created', 'retry')",
  );
  await app.context.jobs.drain();
}

describe("a queued email", () => {
  test("is sent only if the transaction commits", async () => {
    const [kept, dropped] = [newEmail(), newEmail()];
    await app.context.db.transaction((tx) =>
      sendMail(app.context, tx, { to: kept, language: "en", subject: "Kept", content }),
    );
    const failing = app.context.db.transaction(async (tx) => {
      await sendMail(app.context, tx, { to: dropped, language: "en", subject: "Dropped", content });
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    await app.context.jobs.drain();
    expect(mailsTo(kept)).toHaveLength(1);
    expect(mailsTo(dropped)).toEqual([]);
  });

  test("is retried under the same Message-ID until the mail server accepts it", async () => {
    const email = newEmail();
    const tried: OutgoingMail[] = [];
    vi.spyOn(app.context.mailer, "send").mockImplementation(async (message) => {
      tried.push(message);
      if (tried.length < 3) throw new MailError("unavailable", "The mail server is away");
    });
    await sendMail(app.context, app.context.db, {
      to: email,
      language: "en",
      subject: "Patient",
      content,
    });
    for (let tries = 0; tries < 4; tries += 1) await drainNow();
    expect(tried).toHaveLength(3);
    expect(new Set(tried.map(({ messageId }) => messageId)).size).toBe(1);
    expect(tried[0]?.messageId).toMatch(/^[\w-]+$/);
  });

  test("is dropped after ten minutes when the mail server keeps rejecting it", async () => {
    const start = Date.now();
    const send = vi
      .spyOn(app.context.mailer, "send")
      .mockRejectedValue(new MailError("rejected", "No such mailbox"));
    await sendMail(app.context, app.context.db, {
      to: newEmail(),
      language: "en",
      subject: "Refused",
      content,
    });
    await drainNow();
    await drainNow();
    // A retry delay may end while the queue is being drained, which adds one attempt.
    const tries = send.mock.calls.length;
    expect(tries).toBeGreaterThanOrEqual(2);
    vi.useFakeTimers({ toFake: ["Date"], now: start + 11 * 60_000 });
    await drainNow();
    await drainNow();
    expect(send).toHaveBeenCalledTimes(tries + 1);
  });

  test("is not sent once it is out of date", async () => {
    const email = newEmail();
    await createBrowser(app).post("/signup", { name: "Amina", email, password });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 });
    await app.context.jobs.drain();
    expect(mailsTo(email)).toEqual([]);
  });

  test("does not make sign-up fail or wait while the mail server is unavailable", async () => {
    const email = newEmail();
    const browser = createBrowser(app);
    const away = vi
      .spyOn(app.context.mailer, "send")
      .mockRejectedValue(new MailError("unavailable", "The mail server is away"));
    expect((await browser.post("/signup", { name: "Amina", email, password })).status).toBe(201);
    await app.context.jobs.drain();
    expect(away).toHaveBeenCalled();
    away.mockRestore();
    await drainNow();
    expect(mailsTo(email)).toHaveLength(1);
    const code = await readCode(app, email);
    expect((await browser.post("/verify", { email, code })).status).toBe(200);
  });
});

describe("account emails", () => {
  test("contain the code on its own line, in text and HTML, and not in the subject", async () => {
    const email = newEmail();
    await createBrowser(app).post("/signup", { name: "Amina", email, password });
    const code = await readCode(app, email);
    const [mail] = mailsTo(email);
    expect(mail?.text.split("\n").map((line) => line.trim())).toContain(code);
    expect(mail?.html).toContain(`>${code}<`);
    expect(mail?.subject).not.toContain(code);
  });

  test("link only to the site and contain no tracking", async () => {
    const { email, browser, id, token: owner } = await join(app);
    await browser.post("/signup", { name: "Amina", email, password });
    await browser.post("/password/forgot", { email });
    const { body } = await browser.post("/verify", { email, code: await readCode(app, email) });
    const token = body.data.accessToken;
    const profile = { role: "student", name: "Amina", country: "Egypt" };
    await browser.post("/register", profile, { token: owner });
    await browser.post(`/password/reset/${id}`, { password: "a new passphrase" }, { token });
    await app.context.jobs.drain();
    const mails = mailsTo(email);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      "Welcome to Halaqa",
      "You already have a Halaqa account",
      "Your Halaqa password reset code",
      "Your Halaqa password was changed",
      "Your Halaqa verification code",
    ]);
    for (const { html, text } of mails) {
      expect(html).not.toMatch(/<img|<script/i);
      const links = [...`${html} ${text}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);
      for (const link of links) expect(new URL(link).origin).toBe(app.config.appUrl);
      expect(`${html} ${text}`).not.toContain(token);
    }
  });

  test("repeat nothing that was typed when the recipient's address is unconfirmed", async () => {
    const email = newEmail();
    const browser = createBrowser(app);
    await browser.post("/signup", { name: "Call Zubayda now", email, password });
    await browser.post("/resend", { email });
    await app.context.jobs.drain();
    expect(mailsTo(email).length).toBeGreaterThan(0);
    for (const mail of mailsTo(email)) {
      expect(JSON.stringify(mail)).not.toContain("Zubayda");
      expect(mail.html).not.toContain("<a ");
    }
  });
});
