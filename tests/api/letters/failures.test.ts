/** Letters whose process or mail server fails, and letters that staff pause. */
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { letterDeliveries } from "#server/db/tables/letters.table.ts";
import { mailSuppressions } from "#server/db/tables/mail-suppressions.table.ts";
import { sendLetters } from "#server/letters/send-letters.ts";
import { MailError, type OutgoingMail } from "#server/providers/mail/mail.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";
import { names, openSenders } from "./senders.ts";
import { callLetters, readDeliveries } from "./support.ts";

const { app, secondProcess, server, addresses, startNewsletter, statusOf, letPass } =
  await openSenders();
const { db } = app.context;

describe("a letter whose process was stopped", () => {
  it("isn't sent again to the person whose email was being sent", async () => {
    const id = await startNewsletter(3);
    let isFirst = true;
    server.onSend = async (mail) => {
      if (!isFirst) return;
      isFirst = false;
      server.accepted.push(mail);
      // The mail server accepted the email, but nothing that follows is recorded.
      await app.database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
      );
      throw new Error("The process was killed");
    };
    await expect(sendLetters(app.context)).rejects.toThrow();
    await sendLetters(secondProcess.context);
    expect(addresses()).toEqual(names(3));
    expect((await statusOf(id)).status).toBe("sending");
    await letPass(3);
    await sendLetters(secondProcess.context);
    expect(addresses()).toEqual(names(3));
    expect(await statusOf(id)).toMatchObject({
      status: "sent",
      progress: { sent: 2, failed: 1 },
      reasons: [{ reason: "unconfirmed", count: 1 }],
    });
  });

  it("is sent again to that person only if an owner chooses to, with the same Message-ID", async () => {
    const id = await startNewsletter(2);
    const attempts: OutgoingMail[] = [];
    server.onSend = async (mail) => {
      attempts.push(mail);
      if (attempts.length > 1) return;
      throw new MailError("unavailable", "Connection lost", undefined, { mayHaveArrived: true });
    };
    await sendLetters(app.context);
    await sendLetters(app.context);
    await sendLetters(app.context);
    expect(await statusOf(id)).toMatchObject({ status: "sent", progress: { sent: 1, failed: 1 } });
    const resend = (person: StaffPerson) => callLetters(app, person, "POST", `/${id}/resend`);
    expect((await resend(await addStaffPerson(app.context, "support"))).status).toBe(403);
    expect((await resend(server.owner)).body.data).toMatchObject({
      status: "sending",
      progress: { sent: 1, waiting: 1, failed: 0 },
      reasons: [],
    });
    await app.context.jobs.drain();
    await sendLetters(app.context);
    expect(addresses()).toEqual(names(2));
    expect(attempts).toHaveLength(3);
    expect(attempts[2]).toMatchObject({ to: attempts[0]?.to, messageId: attempts[0]?.messageId });
    expect((await statusOf(id)).status).toBe("sent");
    expect((await resend(server.owner)).status).toBe(409);
  });

  it("isn't sent again if the mail server's answer was lost", async () => {
    const id = await startNewsletter(2);
    let isFirst = true;
    server.onSend = async (mail) => {
      if (!isFirst) return;
      isFirst = false;
      server.accepted.push(mail);
      throw new MailError("unavailable", "Connection lost", undefined, { mayHaveArrived: true });
    };
    await sendLetters(app.context);
    await sendLetters(app.context);
    expect(addresses()).toEqual(names(2));
    expect((await statusOf(id)).progress).toMatchObject({ sent: 1, failed: 1 });
  });

  it("waits while the mail server can't be reached, and then reaches everyone", async () => {
    const id = await startNewsletter(2);
    server.onSend = async () => {
      throw new MailError("unavailable", "Connection refused");
    };
    await sendLetters(app.context);
    expect((await statusOf(id)).progress).toMatchObject({ waiting: 2 });
    app.context.mailer.verify = () => Promise.reject(new Error("Connection refused"));
    server.onSend = async () => {};
    await sendLetters(app.context);
    expect(server.accepted).toEqual([]);
    await sendLetters(secondProcess.context);
    expect(addresses()).toEqual(names(2));
  });
});

describe("a rejection by the mail server", () => {
  const rejectFor = (email: string, options: object) => async (mail: OutgoingMail) => {
    if (mail.to === email)
      throw new MailError("rejected", "550 5.1.1 No such user", undefined, options);
  };

  it("suppresses the address if the address is rejected, and the letter continues", async () => {
    const id = await startNewsletter(3);
    server.onSend = rejectFor("reader1@example.org", { isAboutRecipient: true });
    await sendLetters(app.context);
    expect(addresses()).toEqual(["reader0@example.org", "reader2@example.org"]);
    expect((await readDeliveries(app, id)).get("reader1@example.org")).toBe("rejected");
    expect(await db.select().from(mailSuppressions)).toMatchObject([
      { email: "reader1@example.org", reason: "rejected", note: "550 5.1.1 No such user" },
    ]);
  });

  it("pauses the letter if its content is rejected, and suppresses nobody", async () => {
    const id = await startNewsletter(2);
    server.onSend = async () => {
      throw new MailError("rejected", "554 Looks like spam");
    };
    await sendLetters(app.context);
    expect(await statusOf(id)).toMatchObject({
      status: "paused",
      pausedBecause: "554 Looks like spam",
      progress: { waiting: 2 },
    });
    expect(await db.$count(mailSuppressions)).toBe(0);
    server.onSend = async () => {};
    await callLetters(app, server.owner, "POST", `/${id}/continue`);
    await app.context.jobs.drain();
    expect(addresses()).toEqual(names(2));
  });

  it("pauses the letter if many addresses in a row are rejected", async () => {
    const id = await startNewsletter(8);
    server.onSend = async () => {
      throw new MailError("rejected", "550 No", undefined, { isAboutRecipient: true });
    };
    await sendLetters(app.context);
    expect(await statusOf(id)).toMatchObject({ status: "paused", progress: { failed: 5 } });
  });

  it("postpones the email if it is temporary, and the email fails after five attempts", async () => {
    const id = await startNewsletter(1);
    let attempts = 0;
    server.onSend = async () => {
      attempts += 1;
      throw new MailError("unavailable", "450 Greylisted", undefined, { isAboutRecipient: true });
    };
    for (let round = 0; round < 7; round += 1) {
      await sendLetters(app.context);
      await sendLetters(app.context);
      await letPass(2);
      await db.update(letterDeliveries).set({ notBefore: new Date(Date.now() - 1) });
    }
    expect(attempts).toBe(5);
    expect((await readDeliveries(app, id)).get("reader0@example.org")).toBe("postponed");
  });
});

describe("pausing and stopping a letter", () => {
  it("also prevent an email that was already selected", async () => {
    const id = await startNewsletter(4);
    server.onSend = async () => {
      if (server.accepted.length === 1) {
        // The letter's row is locked by this email, so the change happens right after it.
        void callLetters(secondProcess, server.owner, "POST", `/${id}/pause`);
        await vi.waitFor(async () => {
          const { rows } = await db.execute(
            sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          expect(rows.length).toBeGreaterThan(0);
        });
      }
    };
    await sendLetters(app.context);
    await vi.waitFor(async () => expect((await statusOf(id)).status).toBe("paused"));
    await sendLetters(app.context);
    expect(server.accepted.length).toBeLessThanOrEqual(3);
    const sent = server.accepted.length;
    await callLetters(app, server.owner, "POST", `/${id}/stop`);
    await sendLetters(secondProcess.context);
    expect(server.accepted).toHaveLength(sent);
  });
});
