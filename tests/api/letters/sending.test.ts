/** Sending letters from two processes: nobody gets one twice, and nobody after unsubscribing. */
import { eq, sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { erasePerson } from "#server/account-settings/erasure/erase.ts";
import { unsubscribe as unsubscribeByLink } from "#server/account-settings/unsubscribe.ts";
import { letterDeliveries, letters } from "#server/db/tables/letters.table.ts";
import { mailSuppressions } from "#server/db/tables/mail-suppressions.table.ts";
import { newsletterSubscribers } from "#server/db/tables/newsletter.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { deleteOldDeliveries } from "#server/letters/retention.ts";
import { sendLetters } from "#server/letters/send-letters.ts";
import { sendMail } from "#server/mail/mail.jobs.ts";
import type { OutgoingMail } from "#server/providers/mail/mail.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { names, openSenders } from "./senders.ts";
import {
  addDraft,
  addSubscriber,
  english,
  noTexts,
  readDeliveries,
  readDelivery,
  startLetter,
} from "./support.ts";

const { app, secondProcess, server, addresses, startNewsletter, statusOf, letPass } =
  await openSenders();
const { db } = app.context;

const tokenOf = (mail: OutgoingMail | undefined): string => {
  const url = /<(.+)>/.exec(mail?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "";
  return new URL(url).searchParams.get("token") ?? "";
};

const unsubscribe = (mail: OutgoingMail | undefined) =>
  app.call("POST", "/api/newsletter/unsubscribe", { body: { token: tokenOf(mail) } });

describe("a newsletter", () => {
  it("reaches each subscriber once, even if two processes send it at the same time", async () => {
    const id = await startNewsletter(40);
    await Promise.all([
      sendLetters(app.context),
      sendLetters(secondProcess.context),
      sendLetters(app.context),
    ]);
    await sendLetters(secondProcess.context);
    expect(addresses()).toEqual(names(40));
    expect(await statusOf(id)).toMatchObject({
      status: "sent",
      progress: { total: 40, sent: 40, waiting: 0, skipped: 0, failed: 0 },
    });
    expect(new Set(server.accepted.map(({ messageId }) => messageId)).size).toBe(40);
  });

  it("has the headers for one-click unsubscribing, and the text of the subscriber's language", async () => {
    await addSubscriber(app, "arabic@example.org", "ar");
    await addSubscriber(app, "french@example.org", "fr");
    const ar = { subject: "أخبار", preheader: "", body: "نص" };
    const id = await addDraft(app, server.owner, "newsletter", {
      texts: { ...noTexts, en: english, ar },
    });
    await startLetter(app, server.owner, id);
    await app.context.jobs.drain();
    const [arabic, french] = server.accepted.toSorted((one, other) =>
      one.to.localeCompare(other.to),
    );
    expect([arabic?.subject, french?.subject]).toEqual(["أخبار", "News"]);
    expect(arabic?.html).toContain('dir="rtl"');
    expect(french?.headers).toMatchObject({
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect((await unsubscribe(french)).status).toBe(200);
    expect(await db.$count(newsletterSubscribers)).toBe(1);
  });

  it("doesn't reach anyone who unsubscribed after sending started", async () => {
    const id = await startNewsletter(3);
    let gone: string | undefined;
    server.onSend = async () => {
      // While the first email is being sent, someone else unsubscribes.
      if (gone !== undefined) return;
      const [waiting] = await db
        .select({ address: letterDeliveries.address })
        .from(letterDeliveries)
        .where(eq(letterDeliveries.status, "waiting"));
      gone = waiting?.address ?? "";
      await db.delete(newsletterSubscribers).where(eq(newsletterSubscribers.email, gone));
    };
    await sendLetters(app.context);
    expect(addresses()).toEqual(names(3).filter((email) => email !== gone));
    expect((await readDeliveries(app, id)).get(gone ?? "")).toBe("unsubscribed");
  });

  it("makes unsubscribing wait for the email that is just being sent to the person", async () => {
    await startNewsletter(1);
    await sendLetters(app.context);
    const [first] = server.accepted;
    const id = await addDraft(app, server.owner, "newsletter");
    await startLetter(app, server.owner, id);
    const events: string[] = [];
    let left: Promise<unknown> | undefined;
    server.onSend = async () => {
      left = unsubscribe(first).then(() => events.push("unsubscribed"));
      await vi.waitFor(async () => {
        const { rows } = await db.execute(
          sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from "newsletter_subscribers"%' and datname = current_database()`,
        );
        expect(rows.length).toBe(1);
      });
      events.push("accepted");
    };
    await sendLetters(app.context);
    await left;
    expect(events).toEqual(["accepted", "unsubscribed"]);
  });

  it("skips suppressed addresses", async () => {
    const id = await startNewsletter(2);
    await db.insert(mailSuppressions).values({ email: "reader0@example.org", reason: "complaint" });
    await sendLetters(app.context);
    expect(addresses()).toEqual(["reader1@example.org"]);
    expect(await statusOf(id)).toMatchObject({
      reasons: [{ reason: "suppressed", count: 1 }],
      progress: { sent: 1, skipped: 1 },
    });
  });
});

describe("the rate limit of letters", () => {
  it("applies to both processes together", async () => {
    const id = await startNewsletter(6, { ratePerHour: 60 });
    const sendFromBoth = () =>
      Promise.all([sendLetters(app.context), sendLetters(secondProcess.context)]);
    await sendFromBoth();
    await sendFromBoth();
    expect(server.accepted).toHaveLength(1);
    await letPass(1);
    await sendFromBoth();
    expect(server.accepted).toHaveLength(2);
    expect((await statusOf(id)).status).toBe("sending");
  });

  it("counts the emails of the last hour", async () => {
    await startNewsletter(12, { ratePerHour: 10 });
    for (let minute = 0; minute < 12; minute += 1) {
      await sendLetters(app.context);
      await letPass(1);
    }
    expect(server.accepted).toHaveLength(10);
    await letPass(50);
    await sendLetters(app.context);
    expect(server.accepted).toHaveLength(11);
  });

  it("lets other emails go first", async () => {
    await startNewsletter(1);
    const mail = {
      to: "code@example.org",
      language: "en" as const,
      subject: "Your code",
      content: {
        recipientName: null,
        title: "Your code",
        preheader: "",
        paragraphs: [],
        because: null,
      },
    };
    await db.transaction((tx) => sendMail(app.context, tx, mail));
    const sending = sendLetters(app.context, { patienceMs: 60_000 });
    await app.context.jobs.drain();
    await sending;
    // In the same batch, so that no minute passes without an email of the letter.
    expect(server.accepted.map(({ to }) => to)).toEqual([
      "code@example.org",
      "reader0@example.org",
    ]);
  });

  it("lets a letter continue even if other emails are always due", async () => {
    const id = await startNewsletter(3);
    vi.spyOn(app.context.jobs, "hasDue").mockResolvedValue(true);
    await sendLetters(app.context, { patienceMs: 1 });
    vi.restoreAllMocks();
    expect(addresses()).toEqual(names(3));
    expect(await statusOf(id)).toMatchObject({ status: "sent" });
  });
});

describe("a policy notice", () => {
  it("has no unsubscribe link for accounts but one for guardians, and is sent once", async () => {
    const student = await addStudent(app.context, {
      name: "Maryam Noor",
      age: 9,
      parentGuardianName: "Khalid Noor",
      parentGuardianContact: "khalid@example.org",
    });
    const declined = await addStudent(app.context, {
      age: 9,
      parentGuardianContact: "declined@example.org",
    });
    const id = await addDraft(app, server.owner, "policy", { audience: "students" });
    await startLetter(app, server.owner, id);
    await db
      .update(profiles)
      .set({ guardianConfirmed: null })
      .where(eq(profiles.id, declined.profileId));
    await sendLetters(app.context);
    await sendLetters(secondProcess.context);
    const to = (address: string) => server.accepted.filter((mail) => mail.to === address);
    expect(to(student.email)).toMatchObject([
      { subject: "News", text: expect.stringContaining("Assalamu alaikum Maryam,") },
    ]);
    expect(to(student.email)[0]?.headers).toBeUndefined();
    expect(to("khalid@example.org")).toMatchObject([
      { headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } },
    ]);
    expect(to("khalid@example.org")[0]?.text).toContain("you are Maryam Noor's guardian");
    expect((await readDelivery(app, id, "declined@example.org")).reason).toBe("unsubscribed");
  });

  it("isn't sent to the guardian of a child whose account was deleted, and the address is forgotten", async () => {
    const guardian = "aisha@example.org";
    const child = await addStudent(app.context, { age: 9, parentGuardianContact: guardian });
    const id = await addDraft(app, server.owner, "policy", { audience: "students" });
    await startLetter(app, server.owner, id);
    expect([...(await readDeliveries(app, id)).keys()]).toContain(guardian);
    await db.transaction((tx) => erasePerson(tx, { id: child.userId, email: child.email }));
    await sendLetters(app.context);
    expect(addresses()).not.toContain(guardian);
    expect([...(await readDeliveries(app, id)).keys()]).not.toContain(guardian);
  });

  it("reaches the guardian of several children once, as long as one child is left", async () => {
    const guardian = "safiya@example.org";
    const children = [];
    for (const name of ["Bilal Amin", "Hana Amin", "Zayd Amin"]) {
      children.push(
        await addStudent(app.context, { name, age: 9, parentGuardianContact: guardian }),
      );
    }
    const id = await addDraft(app, server.owner, "policy", { audience: "students" });
    await startLetter(app, server.owner, id);
    // The row names one child. The copy doesn't depend on it.
    const { ownerId } = await readDelivery(app, id, guardian);
    const isNamed = ({ profileId }: Person) => profileId === ownerId;
    const [named] = children.filter(isNamed);
    const [declined, left] = children.filter((child) => !isNamed(child));
    await db.transaction((tx) =>
      erasePerson(tx, { id: named?.userId ?? "", email: named?.email ?? "" }),
    );
    await db
      .update(profiles)
      .set({ guardianConfirmed: null, guardianDeclined: guardian })
      .where(eq(profiles.id, declined?.profileId ?? ""));
    await sendLetters(app.context);
    const copies = server.accepted.filter(({ to }) => to === guardian);
    expect(copies).toHaveLength(1);
    expect(copies[0]?.text).toContain(`you are ${left?.actor.name}'s guardian`);
  });

  it("names all children in a guardian's copy, and unsubscribes from all of them at once", async () => {
    const guardian = "umar@example.org";
    for (const name of ["Sara Aziz", "Musa Aziz"]) {
      await addStudent(app.context, { name, age: 8, parentGuardianContact: guardian });
    }
    const id = await addDraft(app, server.owner, "policy", { audience: "students" });
    await startLetter(app, server.owner, id);
    await sendLetters(app.context);
    const [copy] = server.accepted.filter(({ to }) => to === guardian);
    expect(copy?.text).toContain("you are Sara Aziz and Musa Aziz's guardian");
    await unsubscribeByLink(app.context, tokenOf(copy));
    const next = await addDraft(app, server.owner, "policy", { audience: "students" });
    await startLetter(app, server.owner, next);
    expect([...(await readDeliveries(app, next)).keys()]).not.toContain(guardian);
  });

  it("isn't sent to an account that was deleted, whose address is forgotten", async () => {
    const student = await addStudent(app.context);
    const id = await addDraft(app, server.owner, "policy", { audience: "students" });
    await startLetter(app, server.owner, id);
    await db.transaction((tx) => erasePerson(tx, { id: student.userId, email: student.email }));
    await sendLetters(app.context);
    expect(addresses()).not.toContain(student.email);
    expect([...(await readDeliveries(app, id)).keys()]).not.toContain(student.email);
  });
});

it("addresses are deleted 90 days after a letter was finished, and the letter's figures remain", async () => {
  const id = await startNewsletter(2);
  await sendLetters(app.context);
  await deleteOldDeliveries(db);
  expect((await readDeliveries(app, id)).size).toBe(2);
  await db
    .update(letters)
    .set({ finishedAt: new Date(Date.now() - 91 * 24 * 60 * 60_000) })
    .where(eq(letters.id, id));
  await deleteOldDeliveries(db);
  expect((await readDeliveries(app, id)).size).toBe(0);
  expect((await statusOf(id)).progress).toEqual({
    total: 2,
    waiting: 0,
    sent: 2,
    skipped: 0,
    failed: 0,
  });
});
