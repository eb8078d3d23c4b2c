/** Files that teachers add to their response to a dispute, and what disputes may cost them. */
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { maxEvidenceBytes } from "#lib/payments/dispute-evidence.rules.ts";
import { disputes } from "#server/db/tables/disputes.table.ts";
import { drawCertificate } from "#server/demo/demo-documents.ts";
import { syncDispute } from "#server/payments/disputes/disputes.ts";
import { openMarket } from "../../support/open-market.ts";
import { addTeacher, type Person } from "../../support/people.ts";
import { disputeActions } from "./dispute-support.ts";

const { market, teacher } = await openMarket();
const { addDisputed, path, read, submit, findAtBank } = disputeActions(market, teacher);

const pdf = drawCertificate(["Lessons"]);

const png = async () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#0a5" } })
    .png()
    .toBuffer();

async function addFile(
  disputeId: string,
  { kind = "service", content = pdf as Uint8Array, name = "chat.pdf", by = teacher } = {},
) {
  const form = new FormData();
  form.set("kind", kind);
  form.set("file", new Blob([Buffer.from(content)]), name);
  const answer = await market.app.request(`${path(disputeId)}/files`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${by.token}` },
  });
  return { status: answer.status, body: await answer.json() };
}

const removeFile = (disputeId: string, fileId: string, { token }: Person = teacher) =>
  market.call("DELETE", `${path(disputeId)}/files/${fileId}`, { token });

describe("a file of the evidence", () => {
  it("goes to the provider, one file for each kind, and to the bank with the statement", async () => {
    const { disputeId } = await addDisputed();
    expect((await addFile(disputeId, { name: "C:\\old.pdf" })).status).toBe(201);
    expect((await addFile(disputeId, { name: "lessons.pdf" })).status).toBe(201);
    const photo = { kind: "other", content: await png(), name: "board.PNG" };
    const { body } = await addFile(disputeId, photo);
    expect(body.data.files).toMatchObject([
      { kind: "service", name: "lessons.pdf", bytes: pdf.length },
      { kind: "other", name: "board.png" },
    ]);
    await submit(disputeId);
    const { evidence } = await findAtBank(disputeId);
    const { stripe } = market.context;
    const sent = await stripe.files.retrieve(String(evidence.service_documentation));
    expect(sent).toMatchObject({ purpose: "dispute_evidence", type: "pdf", size: pdf.length });
    expect(await stripe.files.retrieve(String(evidence.uncategorized_file))).toMatchObject({
      type: "png",
    });
    expect(evidence.customer_communication).toBeNull();
    // After the submission, nothing changes.
    expect((await addFile(disputeId)).status).toBe(409);
    expect((await removeFile(disputeId, body.data.files[0]._id)).status).toBe(409);
    expect((await read(disputeId)).body.data.files).toHaveLength(2);
  });

  it("can be removed from the draft, and is then not sent", async () => {
    const { disputeId } = await addDisputed();
    const { body } = await addFile(disputeId);
    const removed = await removeFile(disputeId, body.data.files[0]._id);
    expect(removed.body.data.files).toEqual([]);
    expect((await removeFile(disputeId, body.data.files[0]._id)).status).toBe(404);
    await submit(disputeId);
    expect((await findAtBank(disputeId)).evidence.service_documentation).toBeNull();
  });

  it("is refused unless it is a passive PDF, a JPEG or a PNG of a known kind", async () => {
    const { disputeId } = await addDisputed();
    const gif = Buffer.from("47494638396101000100800000ffffff00000021f90401000000002c", "hex");
    const active = Buffer.from(`${Buffer.from(pdf).toString("latin1")}/JavaScript %%EOF`, "latin1");
    const cut = (await png()).subarray(0, 40);
    for (const content of [gif, active, cut, Buffer.from("text")]) {
      const { status, body } = await addFile(disputeId, { content });
      expect([status, body.errors?.[0]?.field]).toEqual([400, "file"]);
    }
    const unknown = await addFile(disputeId, { kind: "receipt" });
    expect([unknown.status, unknown.body.errors?.[0]?.field]).toEqual([400, "kind"]);
    expect((await read(disputeId)).body.data.files).toEqual([]);
  });

  it("is refused if all files together are larger than the provider allows, even if they are sent at once", async () => {
    const { disputeId } = await addDisputed();
    const large = padded(maxEvidenceBytes - pdf.length);
    expect((await addFile(disputeId, { content: padded(maxEvidenceBytes + 1) })).status).toBe(413);
    const answers = await Promise.all(
      ["service", "communication", "policy"].map((kind) =>
        addFile(disputeId, { kind, content: large }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 413, 413]);
    expect((await addFile(disputeId, { kind: "other" })).status).toBe(201);
    expect((await submit(disputeId)).body.data.state).toBe("submitted");
  });

  it("isn't added while the provider fails, and can be sent again", async () => {
    const { disputeId } = await addDisputed();
    await market.fault({ fault: "status-500", match: "/v1/files", times: 4 });
    expect((await addFile(disputeId)).status).toBe(503);
    expect((await read(disputeId)).body.data.files).toEqual([]);
    await market.clearFaults();
    await market.fault({ fault: "refused-400", match: "/v1/files", times: 1 });
    expect((await addFile(disputeId)).status).toBe(400);
    await market.clearFaults();
    expect((await addFile(disputeId)).status).toBe(201);
  });

  it("is refused after the deadline, and for everyone but the course's teacher", async () => {
    const { disputeId, student } = await addDisputed();
    const { body } = await addFile(disputeId);
    const stranger = await addTeacher(market.context);
    expect((await addFile(disputeId, { by: stranger })).status).toBe(404);
    expect((await removeFile(disputeId, body.data.files[0]._id, stranger)).status).toBe(404);
    expect((await addFile(disputeId, { by: student })).status).toBe(403);
    await market.context.db
      .update(disputes)
      .set({ dueBy: new Date(Date.now() - 1000) })
      .where(eq(disputes.providerDisputeId, disputeId));
    expect((await addFile(disputeId)).status).toBe(409);
    expect((await removeFile(disputeId, body.data.files[0]._id)).status).toBe(409);
    expect((await read(disputeId)).body.data.files).toHaveLength(1);
  });
});

/** The PDF with spaces before its end. */
function padded(bytes: number): Buffer {
  const content = Buffer.from(pdf);
  const end = content.lastIndexOf("%%EOF");
  const spaces = Buffer.alloc(bytes - content.length, 0x20);
  return Buffer.concat([content.subarray(0, end), spaces, content.subarray(end)]);
}

describe("earnings", () => {
  it("show what a dispute may still cost the teacher, and when the response was sent", async () => {
    const { disputeId } = await addDisputed();
    const find = async () => {
      const { body } = await market.call("GET", "/api/connect/earnings", { token: teacher.token });
      return body.data.disputes.find(({ _id }: { _id: string }) => _id === disputeId);
    };
    const before = await find();
    expect(before).toMatchObject({ status: "open", submittedAt: null });
    // Without the platform's share of ten percent.
    expect(before.atRisk).toBeCloseTo(before.amount * 0.9);
    await submit(disputeId);
    const sent = await find();
    expect(sent).toMatchObject({ status: "review", atRisk: before.atRisk });
    expect(sent.submittedAt).not.toBeNull();
    await market.context.stripe.disputes.update(disputeId, {
      evidence: { uncategorized_text: "winning_evidence" },
    });
    await syncDispute(market.context, disputeId);
    expect(await find()).toMatchObject({ status: "won", atRisk: 0 });
  });
});

describe("like the provider, the sandbox refuses files", () => {
  it("with other purposes, types or sizes, with unknown IDs, and beyond the total size", async () => {
    const { files } = market.context.stripe;
    const create = (data: Uint8Array, purpose = "dispute_evidence") =>
      files.create({ purpose, file: { data, name: "file.pdf", type: "application/pdf" } });
    await expect(create(pdf, "evidence")).rejects.toThrow(/Invalid purpose/);
    await expect(create(pdf, "business_logo")).rejects.toThrow(/doesn't simulate/);
    await expect(create(Buffer.from("PK a document"))).rejects.toThrow(/PDF, JPEG or PNG/);
    await expect(create(Buffer.alloc(0))).rejects.toThrow();
    await expect(create(padded(5 * 1024 * 1024 + 1))).rejects.toThrow(/larger than/);
    const { disputeId } = await addDisputed();
    const attach = (evidence: Record<string, string>) =>
      market.context.stripe.disputes.update(disputeId, { evidence, submit: false });
    await expect(attach({ receipt: "file_unknown" })).rejects.toThrow(/No such file/);
    const large = await create(padded(3 * 1024 * 1024));
    const other = await create(padded(2 * 1024 * 1024));
    await attach({ receipt: large.id });
    await expect(attach({ uncategorized_file: other.id })).rejects.toThrow(/4.5 MB/);
  });
});
