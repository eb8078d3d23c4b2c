/** A picture sent with a contact message goes from the form to the email and to the case, and nowhere else. */
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { maxUploadBytes, uploadMessages } from "#lib/media/media.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { erasePerson } from "#server/account-settings/erasure/erase.ts";
import { queueExternalCleanup } from "#server/account-settings/queue-cleanup.ts";
import { deleteOldCases } from "#server/cases/retention.ts";
import { admitContactForm, contactForm } from "#server/contact/contact.form.ts";
import { listContactMessagesOf, sendContactMessage } from "#server/contact/contact.ts";
import { caseReports, cases } from "#server/db/tables/cases.table.ts";
import { mailAttachments } from "#server/db/tables/mail-attachments.table.ts";
import { takeForm } from "#server/http/bodies/take-form.ts";
import { purgeAttachments } from "#server/mail/mail-attachments.ts";
import { MailError } from "#server/providers/mail/mail.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { newClients } from "../../support/clients.ts";
import { addAccount, addStudent, addTeacher } from "../../support/people.ts";
import { addStaffPerson, promote, type StaffPerson } from "../../support/staff.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const newClient = newClients("10.3");
let senders = 0;

const newFields = () => {
  senders += 1;
  return {
    name: "Khadija Noor",
    email: `screen${senders}@example.org`,
    subject: "The app shows boxes",
    message: "Peace.\r\n\r\nThis is what I see: ���",
    source: "support",
  };
};

const drawn = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: "#0a5" } });

/** Submits the form as /contact/message does. */
function post(
  fields: Record<string, string>,
  content?: Uint8Array,
  client = newClient(),
  signal = new AbortController().signal,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  // Browsers send an empty file if none was selected.
  const file = content ? new Blob([Buffer.from(content)], { type: "image/png" }) : new Blob([]);
  form.set("picture", file, content ? "../screen.png" : "");
  const request = new Request("http://site.example/contact/message", {
    method: "POST",
    body: form,
  });
  return takeForm(
    request,
    contactForm,
    ({ picture, ...input }) =>
      sendContactMessage(app.context, client, input, picture && { bytes: picture, signal }),
    { fileField: "picture", admit: () => admitContactForm(app.context, client) },
  );
}

const waiting = () => app.context.db.$count(mailAttachments);
const storedOf = (email: string) => listContactMessagesOf(app.context.db, email);
const teamMails = (email: string) =>
  app.mails.filter(({ to, replyTo }) => to === getSupportAddress() && replyTo === email);

test("a picture is emailed re-encoded without metadata, and is then deleted", async () => {
  const fields = newFields();
  const content = await drawn(3000, 1000)
    .withExif({ IFD0: { Copyright: "secret place" } })
    .jpeg()
    .toBuffer();
  expect(await post(fields, content)).toBe("done");
  expect(await waiting()).toBe(1);
  await app.context.jobs.drain();
  const [mail] = teamMails(fields.email);
  expect(mail?.text).toContain("An image is attached.");
  expect(mail?.attachments).toMatchObject([{ contentType: "image/webp" }]);
  const [attachment] = mail?.attachments ?? [];
  expect(attachment?.filename).toMatch(/^msg_\w+\.webp$/);
  const image = await sharp(attachment?.content).metadata();
  expect(image).toMatchObject({ format: "webp", width: 1600, height: 533 });
  expect(image.exif).toBeUndefined();
  expect(await waiting()).toBe(0);
  expect((await storedOf(fields.email))[0]?.message).toBe("Peace.\n\nThis is what I see: ���");
});

test("a contact message may be sent without a picture", async () => {
  const fields = newFields();
  expect(await post(fields)).toBe("done");
  await app.context.jobs.drain();
  expect(teamMails(fields.email)).toHaveLength(1);
  expect(teamMails(fields.email)[0]?.attachments).toBeUndefined();
});

test("a picture that cannot be compressed further still fits into an email", async () => {
  const fields = newFields();
  const noise = { width: 1100, height: 1100, channels: 4 as const };
  const content = await sharp(randomBytes(1100 * 1100 * 4), { raw: noise })
    .png()
    .toBuffer();
  expect(content.byteLength).toBeLessThan(maxUploadBytes);
  expect(await post(fields, content)).toBe("done");
  await app.context.jobs.drain();
  const [attachment] = teamMails(fields.email)[0]?.attachments ?? [];
  expect(attachment?.content.byteLength).toBeLessThanOrEqual(1024 * 1024);
});

const png = Buffer.from("89504e470d0a1a0a", "hex");
test.for([
  ["a drawing", async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "wrongType"],
  ["an empty file", async () => Buffer.alloc(0), "wrongType"],
  ["a broken picture", async () => Buffer.concat([png, randomBytes(500)]), "wrongType"],
  ["a pixel bomb", () => drawn(9000, 9000).png().toBuffer(), "wrongType"],
  ["more than 5 MB", async () => Buffer.concat([png, Buffer.alloc(maxUploadBytes)]), "tooLarge"],
] as const)(
  "a picture is rejected at its field and nothing is stored: %s",
  async ([, make, problem]) => {
    const fields = newFields();
    expect(await post(fields, await make())).toMatchObject({
      status: 400,
      values: { subject: fields.subject, message: "Peace.\n\nThis is what I see: ���" },
      errors: { picture: uploadMessages[problem] },
      hadFile: true,
    });
    expect(await storedOf(fields.email)).toEqual([]);
    expect(await waiting()).toBe(0);
  },
);

test("a waiting picture is skipped after its client has disconnected", async () => {
  const large = await drawn(3_000, 3_000).png().toBuffer();
  const busy = [1, 2].map(() => post(newFields(), large));
  const fields = newFields();
  const client = new AbortController();
  const left = post(fields, large, newClient(), client.signal);
  client.abort();
  await expect(left).rejects.toMatchObject({ name: "AbortError" });
  expect(await Promise.all(busy)).toEqual(["done", "done"]);
  expect(await storedOf(fields.email)).toEqual([]);
  await app.context.jobs.drain();
});

test("an invalid picture is reported along with the other invalid fields", async () => {
  const form = await post({ ...newFields(), name: " " }, Buffer.from("text"));
  expect(form).toMatchObject({
    errors: { name: "Name is required.", picture: uploadMessages.wrongType },
  });
});

test("a picture sent by a bot is dropped", async () => {
  const fields = { ...newFields(), website: "https://spam.example" };
  expect(await post(fields, await drawn().png().toBuffer())).toBe("done");
  expect(await storedOf(fields.email)).toEqual([]);
  expect(await waiting()).toBe(0);
});

test("a picture that is sent twice is stored once, and can be sent again after it was deleted", async () => {
  const fields = newFields();
  const content = await drawn().png().toBuffer();
  for (const each of [undefined, content, content]) expect(await post(fields, each)).toBe("done");
  await app.context.jobs.drain();
  // The two emails are sent at the same time, so either can come first.
  const counts = teamMails(fields.email).map(({ attachments }) => attachments?.length ?? 0);
  expect(counts.toSorted()).toEqual([0, 1]);
});

test("messages with pictures count toward the limits", async () => {
  const client = newClient();
  const content = await drawn().png().toBuffer();
  for (let sent = 0; sent < 10; sent += 1) {
    expect(await post(newFields(), content, client)).toBe("done");
  }
  await app.context.jobs.drain();
  const refused = newFields();
  expect(await post(refused, content, client)).toMatchObject({
    status: 429,
    values: { message: "Peace.\n\nThis is what I see: ���" },
    hadFile: true,
  });
  expect(await waiting()).toBe(0);
});

test("a picture waits for an unavailable mail server no longer than its message", async () => {
  const fields = newFields();
  const send = vi
    .spyOn(app.context.mailer, "send")
    .mockRejectedValue(new MailError("unavailable", "away"));
  expect(await post(fields, await drawn().png().toBuffer())).toBe("done");
  await app.context.jobs.drain();
  expect(send).toHaveBeenCalled();
  send.mockRestore();
  await purgeAttachments(app.context);
  expect(await waiting()).toBe(1);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 8 * 24 * 60 * 60 * 1000 });
  await purgeAttachments(app.context);
  vi.useRealTimers();
  expect(await waiting()).toBe(0);
});

describe("the case of a message with a picture", () => {
  let moderator: StaffPerson;
  beforeAll(async () => {
    moderator = await addStaffPerson(app.context, "moderator");
  });

  const filesOnDisk = (): Promise<string[]> => readdir(join(app.config.dataDir, "uploads"));

  /** Sends a picture. @returns the case, and the path of the picture in it. */
  async function sendTo(fields: ReturnType<typeof newFields> & { about?: string; id?: string }) {
    expect(await post(fields, await drawn().png().toBuffer())).toBe("done");
    await app.context.jobs.drain();
    const [row] = await app.context.db
      .select({ id: caseReports.caseId })
      .from(caseReports)
      .where(eq(caseReports.email, fields.email));
    const caseId = row?.id ?? "";
    const { body } = await app.call("GET", `/api/staff/cases/${caseId}`, moderator);
    const pictures = body.data.evidence.filter(({ kind }: { kind: string }) => kind === "picture");
    return { caseId, pictures, path: pictures.at(-1)?.url as string };
  }

  const open = (path: string, token?: string) =>
    app.app.request(path, { headers: token ? { authorization: `Bearer ${token}` } : {} });

  test("shows it to staff who may see the case, and to nobody else", async () => {
    const fields = newFields();
    const { path, pictures } = await sendTo(fields);
    expect(pictures).toMatchObject([{ senderName: fields.name }]);
    expect(pictures[0]).not.toHaveProperty("key");
    const answer = await open(path, moderator.token);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    const image = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(image).toMatchObject({ format: "webp", width: 60, height: 40 });
    const student = await addStudent(app.context);
    const statuses = [await open(path), await open(path, student.token)].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([404, 404]);
  });

  test("shows it with what was reported, and hides it from the person concerned", async () => {
    const teacher = await addTeacher(app.context);
    const about = { about: "profile", id: teacher.profileId };
    const first = await sendTo({ ...newFields(), ...about });
    const second = await sendTo({ ...newFields(), ...about });
    expect(second.caseId).toBe(first.caseId);
    expect(second.pictures).toHaveLength(2);
    const own = await promote(app.context, teacher, "moderator");
    expect((await open(second.path, own.token)).status).toBe(404);
    for (const path of [first.path, second.path]) {
      expect((await open(path, moderator.token)).status).toBe(200);
    }
  });

  test("keeps one file for duplicates, until the case is deleted", async () => {
    const before = await filesOnDisk();
    const fields = newFields();
    const { caseId } = await sendTo(fields);
    expect(await post(fields, await drawn().png().toBuffer())).toBe("done");
    const added = async () => (await filesOnDisk()).filter((name) => !before.includes(name));
    expect(await added()).toHaveLength(1);
    await app.context.db
      .update(cases)
      .set({ status: "closed", changedAt: new Date("2020-01-01T00:00:00Z") })
      .where(eq(cases.id, caseId));
    await deleteOldCases(app.context);
    await app.context.jobs.drain();
    expect(await added()).toEqual([]);
  });

  test("is deleted with its picture when the account of the sender is deleted", async () => {
    const before = await filesOnDisk();
    const fields = newFields();
    const { userId } = await addAccount(app.context, "Khadija Noor", fields.email);
    await sendTo(fields);
    await app.context.db.transaction(async (tx) => {
      const erased = await erasePerson(tx, { id: userId, email: fields.email });
      await queueExternalCleanup(app.context, tx, erased);
    });
    await app.context.jobs.drain();
    expect((await filesOnDisk()).filter((name) => !before.includes(name))).toEqual([]);
  });
});
