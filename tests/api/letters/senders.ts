/** Two processes that send letters, and a mail server whose behavior the test controls. */
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach } from "vitest";
import { letterDeliveries, letters } from "#server/db/tables/letters.table.ts";
import { mailSuppressions } from "#server/db/tables/mail-suppressions.table.ts";
import { newsletterSubscribers } from "#server/db/tables/newsletter.table.ts";
import type { OutgoingMail } from "#server/providers/mail/mail.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";
import { addDraft, addSubscriber, callLetters, startLetter } from "./support.ts";

/** The addresses of the subscribers, sorted. */
export const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `reader${index}@example.org`).sort();

/** Starts both processes. Each test begins without letters, subscribers and suppressed addresses. */
export async function openSenders() {
  const { app, secondProcess } = await openTwoApps({ RATE_LIMIT_FACTOR: "1000" });
  const { db } = app.context;
  const server = {
    owner: undefined as unknown as StaffPerson,
    /** Everything that the mail server has accepted. */
    accepted: [] as OutgoingMail[],
    /** Called before the mail server accepts an email. */
    onSend: async (_mail: OutgoingMail): Promise<void> => {},
  };
  beforeAll(async () => {
    server.owner = await addStaffPerson(app.context, "owner");
  });
  beforeEach(async () => {
    await db.delete(newsletterSubscribers);
    await db.delete(letters);
    await db.delete(mailSuppressions);
    server.accepted = [];
    server.onSend = async () => {};
    for (const { context } of [app, secondProcess]) {
      context.mailer = {
        async send(mail) {
          await server.onSend(mail);
          server.accepted.push(mail);
        },
        verify: async () => {},
        close: () => {},
      };
    }
  });
  return {
    app,
    secondProcess,
    server,
    addresses: () => server.accepted.map(({ to }) => to).sort(),
    /** Starts a newsletter to this number of subscribers. */
    async startNewsletter(count: number, changes: Parameters<typeof addDraft>[3] = {}) {
      for (const email of names(count)) await addSubscriber(app, email);
      const id = await addDraft(app, server.owner, "newsletter", changes);
      await startLetter(app, server.owner, id);
      return id;
    },
    statusOf: async (id: string) =>
      (await callLetters(app, server.owner, "GET", `/${id}`)).body.data,
    /** Makes all claims look older, as if time had passed. */
    letPass: (minutes: number) =>
      db
        .update(letterDeliveries)
        .set({ claimedAt: sql`${letterDeliveries.claimedAt} - make_interval(mins => ${minutes})` }),
  };
}
