/** Repeated reports: those of one message by one person, and concerns that strangers invent. */
import { isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mailNotices } from "#server/db/tables/mail-notices.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { converse } from "../messages/converse.ts";
import { caseAbout } from "./support.ts";

const onCall = "oncall@example.org";

let app: TestApp;
let queued: QueuedMail[];
beforeAll(async () => {
  app = await createTestApp({ env: { ALERT_EMAILS: onCall, TRUST_PROXY: "1" } });
  queued = keepQueuedMails(app);
});
afterAll(() => app.close());

const { addClass, call, open, send } = converse(() => app);

async function addMessage() {
  const { teacher, student } = await addClass();
  const threadId = await open(student, teacher);
  const id: string = (await send(teacher, threadId, "Tell nobody")).body.data._id;
  const report = (body: object) => call(student, "POST", `/${id}/report`, body);
  return { id, report };
}

const alerts = () => queued.filter(({ to }) => to === onCall).length;

it("a message reported before can be reported as urgent, and alerts on-call staff once", async () => {
  const { id, report } = await addMessage();
  await report({ category: "other", reason: "I don't like it." });
  const before = alerts();
  const urgent = { category: "child-safety", reason: "He asks me to meet him." };
  expect((await report(urgent)).status).toBe(201);
  expect((await report(urgent)).status).toBe(201);
  const { urgent: isUrgent, kind, reports } = await caseAbout(app, "message", id);
  expect({ isUrgent, kind }).toEqual({ isUrgent: true, kind: "safety" });
  expect(reports.map(({ details }) => details)).toEqual([
    "I don't like it.",
    "He asks me to meet him.",
  ]);
  expect(alerts()).toBe(before + 1);
});

it("other repeated reports of a message by one person change nothing", async () => {
  const { id, report } = await addMessage();
  await report({ category: "other", reason: "I don't like it." });
  await report({ category: "harassment", reason: "Still there." });
  expect((await caseAbout(app, "message", id)).reports).toHaveLength(1);
});

it("urgent concerns that strangers invent don't keep a member's concern from on-call staff", async () => {
  const write = (index: number) =>
    app.call("POST", "/api/contact", {
      headers: { "x-forwarded-for": `198.51.100.${index}` },
      body: {
        name: "Someone",
        email: `someone${index}@example.org`,
        subject: "Urgent",
        message: `Invented ${index}`,
        category: "child-safety",
      },
    });
  const before = alerts();
  for (let index = 1; index <= 20; index += 1) expect((await write(index)).status).toBe(201);
  const sent = alerts() - before;
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(10);
  // The others wait for a digest, and none is lost.
  const waiting = await app.context.db.$count(mailNotices, isNotNull(mailNotices.sealed));
  expect(waiting).toBe(20 - sent);
  const { report } = await addMessage();
  await report({ category: "child-safety", reason: "He asks me to meet him." });
  expect(alerts()).toBe(before + sent + 1);
});
