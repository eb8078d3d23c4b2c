/** A teacher's response to a dispute: the records, the draft, and the one submission. */
import { beforeEach, expect, it } from "vitest";
import DisputeResponse from "#islands/earnings/DisputeResponse.tsx";
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
  expect(screen.getByText("Please describe what happened")).toBeDefined();
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
  const file = { _id: "dfl_1", kind: "service" as const, name: "lessons.pdf", bytes: 1_200_000 };
  const calls = answer({
    "GET /connect/disputes/dp_1": success(dispute()),
    "POST /connect/disputes/dp_1/files": success(dispute({ files: [file] })),
    "DELETE /connect/disputes/dp_1/files/dfl_1": success(dispute()),
  });
  const user = render(<DisputeResponse id="dp_1" />);
  const field = await screen.findByLabelText("File");
  const add = screen.getByRole("button", { name: "Add file" });
  await user.click(add);
  expect(screen.getByRole("alert").textContent).toBe("Please choose a file");
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
  const file = { _id: "dfl_1", kind: "other" as const, name: "board.png", bytes: 90_000 };
  const sent = dispute({
    ...{ state: "submitted", status: "review", statement: "We met." },
    submittedAt: "2027-03-05T10:00:00.000Z",
    files: [file],
  });
  answer({ "GET /connect/disputes/dp_1": success(sent) });
  render(<DisputeResponse id="dp_1" />);
  expect(await screen.findByText("board.png")).toBeDefined();
  expect(screen.getByText(/^Sent on/)).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  expect(screen.queryByLabelText("File")).toBeNull();
});
