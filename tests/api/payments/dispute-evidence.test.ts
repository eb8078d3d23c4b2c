/** Teachers respond to disputes with a statement, to which our records are added. */
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { disputeEvidence, disputes } from "#server/db/tables/disputes.table.ts";
import { syncDispute } from "#server/payments/disputes/disputes.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { openMarket } from "../../support/open-market.ts";
import { addEnrolled, cards, readMails } from "../../support/payments/enrolled.ts";
import { addTeacher } from "../../support/people.ts";
import { disputeActions, statement } from "./dispute-support.ts";

const { market, teacher } = await openMarket();
afterEach(() => void vi.useRealTimers());

const { addDisputed, path, read, save, submit, findAtBank } = disputeActions(market, teacher);

const readRow = async (providerDisputeId: string) => {
  const [row] = await market.context.db
    .select({ disputeId: disputes.id })
    .from(disputes)
    .where(eq(disputes.providerDisputeId, providerDisputeId));
  return row;
};

describe("a teacher's response to a dispute", () => {
  it("is saved as a draft that nobody else sees and that can be changed", async () => {
    const { disputeId } = await addDisputed();
    expect((await read(disputeId)).body.data).toMatchObject({ state: "none", statement: "" });
    expect((await save(disputeId, "First")).body.data).toMatchObject({ state: "draft" });
    expect((await save(disputeId, "")).status).toBe(200);
    expect((await save(disputeId, "Second")).body.data.statement).toBe("Second");
    const { evidence_details } = await findAtBank(disputeId);
    expect(evidence_details).toMatchObject({ has_evidence: false, submission_count: 0 });
  });

  it("is submitted with attendance, receipt and refund rule, and is then under review", async () => {
    const { disputeId, student } = await addDisputed();
    const { facts } = (await read(disputeId)).body.data;
    const { body } = await submit(disputeId);
    expect(body.data).toMatchObject({ state: "submitted", status: "review", statement });
    expect(body.data.submittedAt).not.toBeNull();
    const { evidence, evidence_details, status } = await findAtBank(disputeId);
    expect([status, evidence_details.submission_count]).toEqual(["under_review", 1]);
    expect(evidence).toMatchObject({ customer_email_address: student.email });
    expect(evidence.uncategorized_text).toContain(statement);
    expect(evidence.uncategorized_text).toContain(`Receipt ${facts.receipt}`);
    expect(evidence.refund_policy_disclosure).toContain("refund");
    // Teachers don't get the student's address from this page.
    expect(JSON.stringify(body)).not.toContain(student.email);
  });

  it("is submitted once, however often and however fast it is requested", async () => {
    const { disputeId } = await addDisputed();
    const answers = await Promise.all([1, 2, 3].map(() => submit(disputeId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await submit(disputeId, "Something else")).status).toBe(409);
    expect((await save(disputeId, "Something else")).status).toBe(409);
    const { evidence, evidence_details } = await findAtBank(disputeId);
    expect(evidence_details.submission_count).toBe(1);
    expect(evidence.uncategorized_text).not.toContain("Something else");
  });

  it("is refused after the deadline and after the bank's decision", async () => {
    const { disputeId } = await addDisputed();
    await market.context.db
      .update(disputes)
      .set({ dueBy: new Date(Date.now() - 1000) })
      .where(eq(disputes.providerDisputeId, disputeId));
    expect((await read(disputeId)).body.data.state).toBe("too-late");
    expect((await save(disputeId)).status).toBe(409);
    expect((await submit(disputeId)).status).toBe(409);
    expect((await findAtBank(disputeId)).evidence_details.submission_count).toBe(0);

    const decided = await addDisputed();
    await market.context.stripe.disputes.update(decided.disputeId, {
      evidence: { uncategorized_text: "losing_evidence" },
    });
    await syncDispute(market.context, decided.disputeId);
    expect((await read(decided.disputeId)).body.data.state).toBe("decided");
    expect((await submit(decided.disputeId)).status).toBe(409);
  });

  it("isn't shown as sent if the provider refuses it", async () => {
    const { disputeId } = await addDisputed();
    await market.context.stripe.disputes.update(disputeId, {
      evidence: { uncategorized_text: "Answered in the provider's dashboard." },
    });
    expect((await submit(disputeId)).status).toBe(409);
    // The refusal shows that the platform responded, so the status is read again.
    expect((await read(disputeId)).body.data).toMatchObject({
      state: "submitted",
      statement: "",
      submittedBy: null,
    });
  });

  it("is sent again with the same text while the provider doesn't respond", async () => {
    const { disputeId } = await addDisputed();
    await market.fault({ fault: "drop-response", match: `/v1/disputes/${disputeId}`, times: 3 });
    expect((await submit(disputeId)).body.data.state).toBe("sending");
    expect((await submit(disputeId, "Something else")).status).toBe(409);
    await market.clearFaults();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
    await reconcilePayments(market.context);
    vi.useRealTimers();
    expect((await read(disputeId)).body.data.state).toBe("submitted");
    const { evidence, evidence_details } = await findAtBank(disputeId);
    expect(evidence_details.submission_count).toBe(1);
    expect(evidence.uncategorized_text).toContain(statement);
  });

  it("can be written only by the course's teacher", async () => {
    const { disputeId, student } = await addDisputed();
    const stranger = await addTeacher(market.context);
    for (const call of [read, save, submit]) {
      const given = call === read ? [stranger] : [statement, stranger];
      const foreign = await (call as (...all: unknown[]) => ReturnType<typeof read>)(
        disputeId,
        ...given,
      );
      const unknown = await (call as (...all: unknown[]) => ReturnType<typeof read>)(
        "dp_unknown",
        ...given,
      );
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    }
    expect((await read(disputeId, student)).status).toBe(403);
    expect((await market.call("GET", path(disputeId))).status).toBe(401);
    const rows = await market.context.db.select().from(disputeEvidence);
    expect(rows.map((row) => row.statement)).not.toContain("stranger");
  });

  it("requires a statement of at most 10,000 characters to be submitted", async () => {
    const { disputeId } = await addDisputed();
    for (const text of ["", "  ", "x".repeat(10_001)]) {
      const { status, body } = await submit(disputeId, text);
      expect([status, body.errors?.[0]?.field]).toEqual([400, "statement"]);
    }
  });

  it("can follow a response to the inquiry that became the dispute", async () => {
    await addEnrolled(market, teacher, { card: cards.questioned });
    const [inquiry] = (await market.context.stripe.disputes.list({ limit: 1 })).data;
    const disputeId = inquiry?.id ?? "";
    await syncDispute(market.context, disputeId);
    expect((await submit(disputeId)).body.data).toMatchObject({ state: "submitted" });
    const became = {
      ...(await market.context.stripe.disputes.retrieve(disputeId, { expand: ["charge"] })),
      status: "needs_response",
    };
    const { disputes: atBank } = market.context.stripe;
    const asked = vi.spyOn(atBank, "retrieve").mockResolvedValue(became as never);
    await syncDispute(market.context, disputeId);
    // Events repeat, and only the first one is about something new.
    await save(disputeId, "And to the dispute.");
    await syncDispute(market.context, disputeId);
    const { state, submittedAt, statement: draft } = (await read(disputeId)).body.data;
    expect({ state, submittedAt, draft }).toEqual({
      state: "draft",
      submittedAt: null,
      draft: "And to the dispute.",
    });
    const update = vi.spyOn(atBank, "update").mockResolvedValue(became as never);
    await submit(disputeId, "And to the dispute.");
    const key = `dispute-evidence-${(await readRow(disputeId))?.disputeId}-1`;
    expect(update.mock.calls.at(-1)?.[2]).toEqual({ idempotencyKey: key });
    asked.mockRestore();
    update.mockRestore();
  });

  it("is requested in an email with the deadline and a button", async () => {
    const { disputeId } = await addDisputed();
    const mails = await readMails(market, teacher);
    const mail = mails.find(({ text }) => text.includes(`/dashboard/disputes/${disputeId}`));
    expect(mail?.text).toContain("Respond by: ");
    expect(mail?.text).not.toContain("mailto:");
  });
});

describe("like the provider, the sandbox refuses evidence", () => {
  const update = (id: string, texts: Record<string, string>) =>
    market.context.stripe.disputes.update(id, { evidence: texts });

  it("after the deadline, a second time, and beyond the limits of its texts", async () => {
    const { disputeId } = await addDisputed();
    await expect(update(disputeId, { uncategorized_text: "x".repeat(20_001) })).rejects.toThrow(
      /longer than 20000/,
    );
    const staged = await market.context.stripe.disputes.update(disputeId, {
      evidence: { product_description: "A course" },
      submit: false,
    });
    expect(staged).toMatchObject({
      status: "needs_response",
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    await update(disputeId, { uncategorized_text: "Once" });
    await expect(update(disputeId, { uncategorized_text: "Twice" })).rejects.toThrow(
      /already been submitted/,
    );
  });
});
