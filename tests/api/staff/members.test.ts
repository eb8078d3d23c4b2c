import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { caseNotes, cases } from "#server/db/tables/cases.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { addStaff, listStaff, removeStaff } from "#server/staff/members.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addAccount } from "../../support/people.ts";
import { keepQueuedMails } from "../../support/queued-mails.ts";
import { join, password } from "../accounts/browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const author = { command: "operator" };

it("the last owner can't be removed, and removing someone else ends their sessions", async () => {
  const { db } = app.context;
  const first = await addAccount(app.context, "First Owner");
  const second = await addAccount(app.context, "Second Owner");
  await addStaff(app.context, author, { email: first.email.toUpperCase(), role: "owner" });
  const lastOwner = "There must be at least one owner";
  await expect(removeStaff(app.context, author, first)).rejects.toThrow(lastOwner);
  await expect(
    addStaff(app.context, author, { email: first.email, role: "support" }),
  ).rejects.toThrow(lastOwner);
  await addStaff(app.context, author, { email: second.email, role: "owner" });
  const removals = await Promise.allSettled([
    removeStaff(app.context, author, first),
    removeStaff(app.context, author, second),
  ]);
  expect(removals.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [left] = await listStaff(db);
  const gone = left?.email === first.email ? second : first;
  const { status } = await app.call("GET", "/api/users/me/sessions", { token: gone.token });
  expect(status).toBe(401);
});

it("the last owner can't delete the account, and reads why in the language of the page", async () => {
  const { db } = app.context;
  const owner = await join(app);
  await addStaff(app.context, author, { email: owner.email, role: "owner" });
  for (const { email } of await listStaff(db)) {
    if (email !== owner.email) await removeStaff(app.context, author, { email });
  }
  const { status, body } = await runWithLanguage("ur", () =>
    app.call("DELETE", "/api/users/me", {
      token: owner.token,
      body: { currentPassword: password },
    }),
  );
  expect(status, JSON.stringify(body)).toBe(409);
  expect(body.message).toBe("کم از کم ایک مالک کا رہنا ضروری ہے۔ پہلے کسی اور کو مالک بنائیں۔");
});

it("new and removed staff are announced to them and the owners, and open cases are released", async () => {
  const mails = keepQueuedMails(app);
  const owner = await addAccount(app.context, "Announced Owner");
  await addStaff(app.context, author, { email: owner.email, role: "owner" });
  const member = await addAccount(app.context, "Announced Member");
  mails.length = 0;
  const subjectsTo = ({ email }: { email: string }) =>
    mails
      .splice(0)
      .filter(({ to }) => to === email || to === owner.email)
      .map(({ to, subject }) => [to === email ? "person" : "owner", subject]);
  await addStaff(app.context, author, { email: member.email, role: "moderator" });
  expect(subjectsTo(member)).toEqual([
    ["person", "You're now on the Halaqa staff"],
    ["owner", "Announced Member is now on the Halaqa staff"],
  ]);
  await addStaff(app.context, author, { email: member.email, role: "moderator" });
  expect(subjectsTo(member)).toEqual([]);
  const contact = { kind: "contact", subjectKind: "contact", title: "A question" } as const;
  const assigned = { ...contact, assigneeId: member.userId };
  const [open, closed] = await app.context.db
    .insert(cases)
    .values([
      { ...assigned, subjectId: "msg_open" },
      { ...assigned, subjectId: "msg_closed", status: "closed" },
    ])
    .returning();
  const assigneeOf = async (row = open) =>
    (
      await app.context.db
        .select()
        .from(cases)
        .where(eq(cases.id, row?.id ?? ""))
    )[0]?.assigneeId;
  const countActions = () =>
    app.context.db.$count(staffActions, eq(staffActions.subjectId, member.userId));
  const before = await countActions();
  await removeStaff(app.context, author, member);
  expect(await assigneeOf()).toBeNull();
  expect(await assigneeOf(closed)).toBe(member.userId);
  expect(await countActions()).toBe(before + 1);
  expect(subjectsTo(member)).toEqual([
    ["person", "You're no longer on the Halaqa staff"],
    ["owner", "Announced Member is no longer on the Halaqa staff"],
  ]);
  const notes = await app.context.db
    .select({ kind: caseNotes.kind, text: caseNotes.text })
    .from(caseNotes)
    .where(eq(caseNotes.caseId, open?.id ?? ""));
  expect(notes).toEqual([{ kind: "assigned", text: "left" }]);
});

it("only people with an account can become staff", async () => {
  await expect(
    addStaff(app.context, author, { email: "nobody@example.org", role: "owner" }),
  ).rejects.toThrow("No account has the address");
});
