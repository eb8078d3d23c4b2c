/** Responses of teachers and staff to a dispute: the records, the draft, and the one submission. */
import { beforeEach, expect, it } from "vitest";
import DisputeResponse from "#islands/earnings/DisputeResponse.tsx";
import PaymentRecord from "#islands/payments/staff/PaymentRecord.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const dispute = (change: Partial<DisputeEvidence> = {}): DisputeEvidence => ({
  _id: "dp_1",
  status: "open",
  isQuestion: false,
  state: "none",
  amount: 45,
  reason: "The cardholder reported this payment as fraudulent",
  dueBy: new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString(),
  statement: "",
  savedAt: null,
  submittedAt: null,
  submittedBy: null,
  files: [],
  closedAt: null,
  facts: {
    student: "Amina Siddiqui",
    course: { _id: "crs_1", title: "Tajweed from the first letter" },
    receipt: "K7RMQX-0042",
    paidAt: "2027-03-01T10:00:00.000Z",
    enrolledAt: "2027-03-01T10:00:00.000Z",
    classes: [
      {
        _id: "cls_1",
        startsAt: "2027-03-02T10:00:00.000Z",
        attended: true,
        joinedAt: "2027-03-02T10:01:00.000Z",
      },
      { _id: "cls_2", startsAt: "2027-03-04T10:00:00.000Z", attended: false, joinedAt: null },
    ],
    lessons: 3,
    messages: 7,
  },
  ...change,
});

beforeEach(() => {
  queryClient.clear();
  signInAs({ _id: "prf_1", role: "teacher", name: "Khalid" });
});

it("a teacher sees the records that are sent, and submits a statement after confirming", async () => {
  const submitted = dispute({
    ...{ state: "submitted", status: "review", statement: "We met twice a week." },
    submittedAt: new Date().toISOString(),
  });
  const calls = answer({
    "GET /connect/disputes/dp_1": success(dispute()),
    "POST /connect/disputes/dp_1/submit": success(submitted),
  });
  const user = render(<DisputeResponse id="dp_1" />);
  expect(await screen.findByText("K7RMQX-0042")).toBeDefined();
  expect(screen.getByText("1 of 2 classes attended")).toBeDefined();
  expect(screen.getByText(/^Respond by/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Submit evidence" }));
  expect(screen.getByText("Please describe what happened.")).toBeDefined();
  await user.type(screen.getByLabelText("What happened"), "We met twice a week.");
  await user.click(screen.getByRole("button", { name: "Submit evidence" }));
  expect(await screen.findByText(/The bank accepts evidence only once/)).toBeDefined();
  expect(calls.filter(({ name }) => name.startsWith("POST"))).toEqual([]);
  const buttons = screen.getAllByRole("button", { name: "Submit evidence" });
  await user.click(buttons.at(-1) as HTMLElement);
  expect(await screen.findByText(/The bank has the evidence/)).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
  const sent = calls.filter(({ name }) => name.startsWith("POST"));
  expect(sent.map(({ body }) => body)).toEqual([{ statement: "We met twice a week." }]);
});

it("a draft is saved and says when", async () => {
  answer({
    "GET /connect/disputes/dp_1": success(dispute()),
    "PUT /connect/disputes/dp_1": success(
      dispute({ state: "draft", statement: "Draft", savedAt: "2027-03-05T10:00:00.000Z" }),
    ),
  });
  const user = render(<DisputeResponse id="dp_1" />);
  await user.type(await screen.findByLabelText("What happened"), "Draft");
  await user.click(screen.getByRole("button", { name: "Save draft" }));
  expect(await screen.findByText(/^Draft saved/)).toBeDefined();
});

it("nothing can be written after the deadline, and other disputes aren't found", async () => {
  answer({
    "GET /connect/disputes/dp_1": success(dispute({ state: "too-late" })),
    "GET /connect/disputes/dp_2": failure(404, "Dispute not found"),
  });
  render(<DisputeResponse id="dp_1" />);
  expect(await screen.findByText(/The deadline has passed/)).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
  render(<DisputeResponse id="dp_2" />);
  expect(await screen.findByText("Dispute not found")).toBeDefined();
});

it("a teacher adds and removes files, and sees at once which can't be added", async () => {
  const facts = { name: "lessons.pdf", bytes: 1_200_000, isOwn: true };
  const file = { _id: "dfl_1", kind: "service" as const, ...facts };
  const calls = answer({
    "GET /connect/disputes/dp_1": success(dispute()),
    "POST /connect/disputes/dp_1/files": success(dispute({ files: [file] })),
    "DELETE /connect/disputes/dp_1/files/dfl_1": success(dispute()),
  });
  const user = render(<DisputeResponse id="dp_1" />);
  const field = await screen.findByLabelText("File");
  const add = screen.getByRole("button", { name: "Add file" });
  await user.click(add);
  expect(screen.getByRole("alert").textContent).toBe("Please choose a file.");
  const large = new File([new Uint8Array(4.6 * 1024 * 1024)], "l.pdf", { type: "application/pdf" });
  await user.upload(field, large);
  await user.click(add);
  expect(screen.getByRole("alert").textContent).toContain("at most 4.5 MB");
  await user.upload(field, new File(["x"], "lessons.pdf", { type: "application/pdf" }));
  await user.click(add);
  expect(await screen.findByText("lessons.pdf")).toBeDefined();
  expect(screen.getByText(/1\.2 MB/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Remove lessons.pdf" }));
  await waitFor(() => expect(screen.queryByText("lessons.pdf")).toBeNull());
  expect(calls.filter(({ name }) => name.startsWith("POST"))).toHaveLength(1);
});

it("a teacher who has responded sees which files were sent, and can't remove them", async () => {
  const facts = { name: "board.png", bytes: 90_000, isOwn: true };
  const file = { _id: "dfl_1", kind: "other" as const, ...facts };
  const sent = dispute({
    ...{ state: "submitted", status: "review", statement: "We met." },
    submittedAt: "2027-03-05T10:00:00.000Z",
    files: [file],
  });
  answer({ "GET /connect/disputes/dp_1": success(sent) });
  render(<DisputeResponse id="dp_1" />);
  expect(await screen.findByText("board.png")).toBeDefined();
  expect(screen.getByText(/^Submitted on/)).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  expect(screen.queryByLabelText("File")).toBeNull();
});

it("a teacher sees that staff have responded", async () => {
  const sent = dispute({
    ...{ state: "submitted", status: "review", statement: "The student attended." },
    ...{ submittedAt: "2027-03-05T10:00:00.000Z", submittedBy: "staff" },
  });
  answer({ "GET /connect/disputes/dp_1": success(sent) });
  render(<DisputeResponse id="dp_1" />);
  expect(await screen.findByText("The platform responded to the bank.")).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
});

const payment = {
  ...{ _id: "pay_1", status: "paid", dispute: "open", amountCents: 4_500, feeCents: 450 },
  ...{ shareCents: 4_050, refundedCents: 0, refundableCents: 0 },
  ...{ isEnrolled: true, isShareOwed: false },
  ...{ receiptNumber: "K7RMQX-0042", course: { _id: "crs_1", title: "Tajweed" } },
  student: { userId: "usr_1", name: "Amina" },
  teacher: { userId: "usr_2", name: "Khalid" },
  createdAt: "2027-03-01T10:00:00.000Z",
  paidAt: "2027-03-01T10:00:00.000Z",
  ids: { session: null, paymentIntent: null, charge: null, account: null },
  events: [
    {
      ...{ _id: "evt_1", kind: "dispute-opened", at: "2027-03-03T10:00:00.000Z" },
      ...{ amountCents: 4_500, reason: null, text: null, reference: "dp_1" },
    },
  ],
  movements: [],
  actions: [],
};

it("staff see who may respond until when, and submit the teacher's draft after changing it", async () => {
  const draft = dispute({ state: "draft", statement: "We met.", savedAt: "2027-03-04T10:00:00Z" });
  const sent = dispute({ state: "submitted", status: "review", submittedBy: "staff" });
  let isSent = false;
  const calls = answer({
    "GET /staff/payments/pay_1": success(payment),
    "GET /staff/payments/pay_1/disputes": () => success({ disputes: [isSent ? sent : draft] }),
    "PUT /staff/payments/pay_1/disputes/dp_1": success(draft),
    "POST /staff/payments/pay_1/disputes/dp_1/submit": () => {
      isSent = true;
      return success(sent);
    },
  });
  const user = render(<PaymentRecord paymentId="pay_1" mayOpenCourses={false} />);
  const field = await screen.findByLabelText("What happened");
  expect((field as HTMLTextAreaElement).value).toBe("We met.");
  expect(screen.getByText(/^Respond by/)).toBeDefined();
  expect(screen.getByText(/^The teacher, bookkeepers and owners can respond/)).toBeDefined();
  expect(screen.getByText("1 of 2 classes attended")).toBeDefined();
  await user.type(field, " Twice.");
  await user.click(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name.startsWith("PUT"))?.body).toEqual({
      statement: "We met. Twice.",
    }),
  );
  await user.click(screen.getByRole("button", { name: "Submit evidence" }));
  const buttons = screen.getAllByRole("button", { name: "Submit evidence" });
  await user.click(buttons.at(-1) as HTMLElement);
  expect(await screen.findByText("The platform responded.")).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
  const posted = calls.filter(({ name }) => name.startsWith("POST"));
  expect(posted.map(({ body }) => body)).toEqual([{ statement: "We met. Twice." }]);
});

it("support staff see only who may respond", async () => {
  answer({
    "GET /staff/payments/pay_1": success(payment),
    "GET /staff/payments/pay_1/disputes": failure(403, "Your role can't do this."),
  });
  render(<PaymentRecord paymentId="pay_1" mayOpenCourses={false} />);
  expect(await screen.findByText(/^The teacher, bookkeepers and owners/)).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
});
