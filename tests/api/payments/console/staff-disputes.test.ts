/** Staff read the evidence of a dispute and submit it, as the course's teacher can. */
import { and, eq } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { disputeEvidence, disputes } from "#server/db/tables/disputes.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { drawCertificate } from "#server/demo/demo-documents.ts";
import { addSeller } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import { readMails } from "../../../support/payments/enrolled.ts";
import { addGuardian } from "../../../support/people.ts";
import { addStaffPerson, promote } from "../../../support/staff.ts";
import { disputeActions, staffStatement, statement } from "../dispute-support.ts";

const { market, teacher } = await openMarket({ RATE_LIMIT_FACTOR: "1000" });
const { db } = market.context;
const bookkeeper = await addStaffPerson(market.context, "bookkeeper");
const { addDisputed, read, save, submit, readAsStaff, submitAsStaff, findAtBank } = disputeActions(
  market,
  teacher,
);

const listEntries = (paymentId: string) =>
  db
    .select()
    .from(staffActions)
    .where(and(eq(staffActions.subjectId, paymentId), eq(staffActions.kind, "submit-evidence")));

it.each([
  ["owner", 200],
  ["bookkeeper", 200],
  ["support", 403],
  ["moderator", 403],
] as const satisfies [StaffRole, number][])(
  "the evidence of a dispute answers the role %s with %i, and so does its submission",
  async (role, status) => {
    const { paymentId, disputeId } = await addDisputed();
    const staff = await addStaffPerson(market.context, role);
    expect((await readAsStaff(paymentId, staff)).status).toBe(status);
    expect((await submitAsStaff(paymentId, disputeId, staff)).status).toBe(status);
    const { evidence_details } = await findAtBank(disputeId);
    expect(evidence_details.submission_count).toBe(status === 200 ? 1 : 0);
    expect(await listEntries(paymentId)).toHaveLength(status === 200 ? 1 : 0);
  },
);

it("staff see the records and the teacher's draft, and their submission is recorded and shown to the teacher", async () => {
  const { paymentId, disputeId, student } = await addDisputed();
  await save(disputeId);
  const { body } = await readAsStaff(paymentId, bookkeeper);
  const own = (await read(disputeId)).body.data;
  expect(body.data).toEqual({ disputes: [own] });
  expect(own).toMatchObject({ state: "draft", statement, submittedBy: null });

  const submitted = await submitAsStaff(paymentId, disputeId, bookkeeper);
  expect(submitted.body.data).toMatchObject({ state: "submitted", submittedBy: "staff" });
  const { evidence } = await findAtBank(disputeId);
  expect(evidence.customer_email_address).toBe(student.email);
  expect(evidence.uncategorized_text).toContain(`The platform:\n${staffStatement}`);
  expect(await listEntries(paymentId)).toMatchObject([
    { staffId: bookkeeper.userId, subjectKind: "payment", details: { disputeId } },
  ]);

  expect((await read(disputeId)).body.data).toMatchObject({
    state: "submitted",
    submittedBy: "staff",
    statement: staffStatement,
  });
  expect((await submit(disputeId)).status).toBe(409);
  expect((await submitAsStaff(paymentId, disputeId, bookkeeper)).status).toBe(409);
  expect(await listEntries(paymentId)).toHaveLength(1);
});

it("the teacher and staff who submit at once make one submission, which both see", async () => {
  const { paymentId, disputeId } = await addDisputed();
  const [byTeacher, byStaff] = await Promise.all([
    submit(disputeId),
    submitAsStaff(paymentId, disputeId, bookkeeper),
  ]);
  expect([byTeacher.status, byStaff.status].toSorted()).toEqual([200, 409]);
  const first = byStaff.status === 200 ? "staff" : "teacher";
  const { evidence, evidence_details } = await findAtBank(disputeId);
  expect(evidence_details.submission_count).toBe(1);
  expect(evidence.uncategorized_text).toContain(first === "staff" ? staffStatement : statement);
  expect((await read(disputeId)).body.data.submittedBy).toBe(first);
  const [seen] = (await readAsStaff(paymentId, bookkeeper)).body.data.disputes;
  expect(seen.submittedBy).toBe(first);
  expect(await listEntries(paymentId)).toHaveLength(first === "staff" ? 1 : 0);
});

it.each(["student", "teacher", "guardian"] as const)(
  "staff who are the %s of the payment can't submit as staff while someone else can",
  async (role) => {
    const seller = await addSeller(market);
    const { paymentId, disputeId, student } = await disputeActions(market, seller).addDisputed();
    const guardian = await addGuardian(market.context, student);
    const people = { student, teacher: seller, guardian };
    const own = await promote(market.context, people[role], "bookkeeper");
    expect((await submitAsStaff(paymentId, disputeId, own)).status).toBe(403);
    expect(await listEntries(paymentId)).toEqual([]);
    expect((await submitAsStaff(paymentId, disputeId, bookkeeper)).status).toBe(200);
  },
);

it("nothing is submitted after the deadline, or for a dispute of another payment", async () => {
  const { paymentId, disputeId } = await addDisputed();
  const other = await addDisputed();
  expect((await submitAsStaff(other.paymentId, disputeId, bookkeeper)).status).toBe(404);
  await db
    .update(disputes)
    .set({ dueBy: new Date(Date.now() - 1_000) })
    .where(eq(disputes.providerDisputeId, disputeId));
  expect((await submitAsStaff(paymentId, disputeId, bookkeeper)).status).toBe(409);
  expect(await listEntries(paymentId)).toEqual([]);
  expect((await findAtBank(disputeId)).evidence_details.submission_count).toBe(0);
});

it("staff save a draft beside the teacher's and add files, each with an entry in the log", async () => {
  const { paymentId, disputeId } = await addDisputed();
  await save(disputeId, "The teacher's draft");
  const { token } = bookkeeper;
  const path = `/api/staff/payments/${paymentId}/disputes/${disputeId}`;
  const body = { statement: "The platform's draft" };
  const saved = await market.call("PUT", path, { token, body });
  expect(saved.body.data).toMatchObject({ state: "draft", ...body });
  expect((await read(disputeId)).body.data.statement).toBe("The teacher's draft");
  const addFile = async (to: string, { token: by }: { token: string }) => {
    const form = new FormData();
    form.set("kind", "service");
    form.set("file", new Blob([Buffer.from(drawCertificate(["Lessons"]))]), "lessons.pdf");
    const headers = { authorization: `Bearer ${by}` };
    const answer = await market.app.request(`${to}/files`, { method: "POST", body: form, headers });
    return { status: answer.status, body: await answer.json() };
  };
  const added = await addFile(path, bookkeeper);
  expect(added.body.data.files).toMatchObject([{ name: "lessons.pdf", isOwn: true }]);
  // The teacher sees the file, and can neither replace nor remove it.
  const [file] = (await read(disputeId)).body.data.files;
  expect(file).toMatchObject({ name: "lessons.pdf", isOwn: false });
  const own = `/api/connect/disputes/${disputeId}`;
  expect((await addFile(own, teacher)).status).toBe(409);
  const removal = (of: string, by: { token: string }) =>
    market.call("DELETE", `${of}/files/${file._id}`, { token: by.token });
  expect((await removal(own, teacher)).status).toBe(404);
  expect((await removal(path, bookkeeper)).body.data.files).toEqual([]);
  await addFile(path, bookkeeper);
  const kinds = await db
    .select({ kind: staffActions.kind })
    .from(staffActions)
    .where(eq(staffActions.subjectId, paymentId));
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([
    "change-evidence-files",
    "change-evidence-files",
    "change-evidence-files",
    "draft-evidence",
  ]);
  await submitAsStaff(paymentId, disputeId, bookkeeper);
  expect((await findAtBank(disputeId)).evidence.service_documentation).not.toBeNull();
  expect((await market.call("PUT", path, { token, body })).status).toBe(409);
});

it("the teacher is emailed in their language that staff have responded", async () => {
  const { paymentId, disputeId } = await addDisputed();
  await market.context.jobs.drain();
  await db.update(users).set({ language: "fr" }).where(eq(users.id, teacher.userId));
  onTestFinished(async () => {
    await db.update(users).set({ language: "en" }).where(eq(users.id, teacher.userId));
  });
  await submitAsStaff(paymentId, disputeId, bookkeeper);
  const mails = await readMails(market, teacher);
  const answered = mails.filter(({ text }) => text.includes("Nous avons répondu au litige"));
  expect(answered).toHaveLength(1);
  expect(answered[0]?.text).toContain(`/dashboard/disputes/${disputeId}`);
});

it("a response that the provider refuses isn't shown as sent, and leaves the teacher's draft", async () => {
  const { paymentId, disputeId } = await addDisputed();
  await save(disputeId);
  // Someone responds in the provider's dashboard, and its event hasn't arrived.
  await market.context.stripe.disputes.update(disputeId, {
    evidence: { uncategorized_text: "Sent in the dashboard" },
    submit: true,
  });
  expect((await submitAsStaff(paymentId, disputeId, bookkeeper)).status).toBe(409);
  const [seen] = (await readAsStaff(paymentId, bookkeeper)).body.data.disputes;
  expect(seen).toMatchObject({ state: "submitted", submittedBy: null, statement: "" });
  const [stored] = await db
    .select({ statement: disputeEvidence.statement })
    .from(disputeEvidence)
    .innerJoin(disputes, eq(disputes.id, disputeEvidence.disputeId))
    .where(eq(disputes.providerDisputeId, disputeId));
  expect(stored?.statement).toBe(statement);
  const mails = (await readMails(market, teacher)).filter(({ text }) => text.includes(disputeId));
  // Only the email about the dispute itself, and none that says that staff responded.
  expect(mails).toHaveLength(1);
});
