/** All tables with data about a person must be in the export. */
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as schema from "#server/db/schema.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addTeacher } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The export's section for each table that isn't exported under its own name. */
const elsewhere: Record<string, string> = {
  users: "account",
  profiles: "profile",
  time_slots: "profile",
  certifications: "profile",
  educations: "profile",
  enrolments: "enrollments",
  zoom_connections: "meetingConnection",
  payment_accounts: "paymentAccount",
  calendar_feeds: "calendarFeed",
  newsletter_subscribers: "newsletter",
  mail_suppressions: "mailSuppression",
};

/** Why a table isn't exported: it contains only secrets, or data that is exported elsewhere. */
const reasons: Record<string, string> = {
  sign_ups: "gone once the account exists",
  one_time_codes: "a hash of digits that are good for ten minutes",
  reset_tokens: "a hash that is good for ten minutes",
  oauth_states: "a hash that is good for minutes",
  connect_tickets: "a hash that is good for a minute",
  newsletter_requests: "gone once it is confirmed or a day old",
  meeting_requests: "the meeting tells of it, within minutes",
  meeting_instances: "which rooms of the teacher are open; gone two days after the meeting",
  meeting_reminders: "that a mail was sent; gone a week after the meeting",
  threads: "the messages tell of it",
  receipt_books: "how many receipts a teacher has given; they are in the payments",
  guardian_links: "when lessons were emailed to the guardian",
  guardian_message_links: "a guardian's address, which is in the profile, and how long it opens",
  study_revisions: "how often the study items have changed",
  thread_states: "how far a conversation was read",
  staff_members: "the person's role in running the site, which the console shows",
  staff_authenticators: "an encrypted secret",
  staff_passkeys: "public keys; the person's devices have the passkeys",
  staff_recovery_codes: "hashes of codes",
};

const camel = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

test("every table that refers to a person is in the export, or has a reason not to be", async () => {
  const { token } = await addTeacher(app.context);
  const answer = await app.call("GET", "/api/users/me/export", { token });
  const exported = Object.keys(answer.body.data);
  const tables = Object.values(schema).flatMap((entry: unknown) =>
    is(entry, PgTable) ? [entry] : [],
  );
  const personal = tables
    .filter((table) => {
      const names = getTableConfig(table).foreignKeys.map((key) =>
        getTableName(key.reference().foreignTable),
      );
      const owns = names.includes("users") || names.includes("profiles");
      return owns || "email" in getTableColumns(table);
    })
    .map(getTableName);
  expect(personal.length).toBeGreaterThan(20);
  const forgotten = personal.filter((name) => {
    const place = elsewhere[name] ?? camel(name);
    return !exported.includes(place) && !(name in reasons);
  });
  expect(forgotten).toEqual([]);
  for (const name of Object.keys({ ...elsewhere, ...reasons })) expect(personal).toContain(name);
});
