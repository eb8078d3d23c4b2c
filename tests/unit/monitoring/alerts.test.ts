import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createAlerts } from "#server/monitoring/alerts.ts";
import { createLog, withAlerts } from "#server/monitoring/log.ts";
import type { OutgoingMail } from "#server/providers/mail/mail.ts";

const origin = { appUrl: "https://halaqa.example", host: "web-1" };

/** A log that keeps its alerts. The first `fails` attempts to send one fail. */
function startLog({ fails = 0 } = {}) {
  const mails: OutgoingMail[] = [];
  const warnings: unknown[] = [];
  let attempts = 0;
  const alerts = createAlerts({
    settings: { emails: ["on-call@halaqa.example"], webhookUrl: undefined },
    mailer: {
      async send(mail) {
        attempts += 1;
        if (attempts <= fails) throw new Error("The mail server is busy");
        mails.push(mail);
      },
    },
    log: { warn: (...parts: unknown[]) => void warnings.push(parts) },
    origin,
  });
  return { log: createLog("info", withAlerts(alerts)), alerts, mails, warnings };
}

describe("alerts", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("name the error, the request and the server, after ten seconds", async () => {
    const { log, mails } = startLog();
    log.info("The server is ready");
    log.warn("A retry is needed");
    log.error({ err: new TypeError("no such row"), requestId: "req-1" }, "A job failed");
    await vi.advanceTimersByTimeAsync(9_000);
    expect(mails).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(mails).toMatchObject([
      { to: "on-call@halaqa.example", subject: "halaqa.example: A job failed" },
    ]);
    for (const part of ["error: A job failed", "TypeError: no such row", "req-1", "web-1"]) {
      expect(mails[0]?.text).toContain(part);
    }
  });

  it("are sent once for a repeated line, and an hour later with the count", async () => {
    const { log, mails } = startLog();
    for (let i = 0; i < 3; i += 1) log.error("A job failed");
    await vi.advanceTimersByTimeAsync(11_000);
    expect(mails.map(({ subject }) => subject)).toEqual(["halaqa.example: A job failed (3 lines)"]);
    for (let i = 0; i < 40; i += 1) log.error("A job failed");
    await vi.advanceTimersByTimeAsync(50 * 60_000);
    expect(mails).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    expect(mails[1]?.subject).toBe("halaqa.example: A job failed (40 lines)");
    await vi.advanceTimersByTimeAsync(5 * 60 * 60_000);
    expect(mails).toHaveLength(2);
    log.error("A job failed");
    await vi.advanceTimersByTimeAsync(11_000);
    expect(mails).toHaveLength(3);
  });

  it.each([
    ["one line", (second: number) => `A job failed${second < 0}`],
    ["new kinds of lines", (second: number) => `Job ${second % 40} failed`],
  ])("are sent even if %s follow each other without a pause", async (_, write) => {
    const { log, mails } = startLog();
    for (let second = 0; second < 60; second += 1) {
      log.error(write(second));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.length).toBeLessThan(7);
  });

  it("report a new kind of line at once while another kind is paused", async () => {
    const { log, mails } = startLog();
    log.error("A job failed");
    await vi.advanceTimersByTimeAsync(11_000);
    log.error("A job failed");
    log.fatal("The server could not start");
    await vi.advanceTimersByTimeAsync(11_000);
    expect(mails.map(({ subject }) => subject)).toEqual([
      "halaqa.example: A job failed",
      "halaqa.example: The server could not start",
    ]);
  });

  it("stay short when every line is different", async () => {
    const { log, mails } = startLog();
    for (let i = 0; i < 80; i += 1) log.error(`Job ${i} failed`);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(mails[0]?.subject).toBe("halaqa.example: Job 0 failed (80 lines)");
    expect(mails[0]?.text).toContain("30 more lines of other kinds");
  });

  it("are sent again if the mail server doesn't accept them", async () => {
    const { log, mails, warnings } = startLog({ fails: 2 });
    log.error("A job failed");
    await vi.advanceTimersByTimeAsync(80_000);
    expect(mails).toHaveLength(1);
    expect(warnings).toHaveLength(2);
  });

  it("that are waiting are sent before the process ends", async () => {
    const { log, alerts, mails } = startLog();
    log.fatal("The server could not start");
    await alerts.flush();
    expect(mails).toHaveLength(1);
  });
});

it("an alert is posted to a webhook as text that chat services display", async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.end("ok");
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const alerts = createAlerts({
    settings: { emails: [], webhookUrl: `http://127.0.0.1:${port}/hook` },
    mailer: { send: () => Promise.reject(new Error("no mail")) },
    log: { warn: (...parts: unknown[]) => expect(parts).toEqual([]) },
    origin,
  });
  alerts.write('{"level":"error","time":"2027-01-01T00:00:00Z","msg":"A job failed"}');
  await alerts.flush();
  const [body] = bodies.map((each) => JSON.parse(each));
  expect(body.text).toContain("error: A job failed");
  expect(body.content).toBe(body.text);
});
