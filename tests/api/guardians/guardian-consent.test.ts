/**
 * Guardians get emails only after they have confirmed. Until then they get only the confirmation
 * request.
 */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { guardianAddresses } from "#server/db/tables/guardian-addresses.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { studentInput } from "#server/demo/factories.ts";
import { mailConfirmedGuardian } from "#server/guardian-page/request-link.ts";
import { answerGuardianRequest, findConsentPage } from "#server/guardians/guardian-consent.ts";
import { purgeGuardianAddresses } from "#server/guardians/guardian-requests.ts";
import { openGuardianLink } from "#server/guardians/page-links.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { formerToken } from "../../support/former-links.ts";
import { hashPassword } from "../../support/password.ts";
import {
  addAccount,
  addStudent,
  addTeacher,
  type Person,
  renewToken,
} from "../../support/people.ts";
import { password } from "../accounts/browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { TRUST_PROXY: "1" } });
});
afterAll(() => app.close());
const now = new Date("2027-03-10T12:00:00Z").getTime();
const day = 24 * 60 * 60 * 1000;
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

let addresses = 0;
const newAddress = () => `guardian-${++addresses}@example.org`;

const mailsTo = async (address: string) => {
  await app.context.jobs.drain();
  return app.mails.filter(({ to }) => to === address);
};

const tokenIn = (text = "") => /\/guardian\/confirm\?token=(\S+)/.exec(text)?.[1] ?? "";

/** A child whose guardian hasn't answered the request. */
async function addChild(address: string, name = "Bilal Mahmood") {
  const child = await addStudent(app.context, { name, age: 9, parentGuardianContact: address });
  await app.context.db
    .update(profiles)
    .set({ guardianConfirmed: null })
    .where(eq(profiles.id, child.profileId));
  return child;
}

/** The same person with a new access token, because the previous one has expired. */
const renew = (person: Person) => renewToken(app.context, person);

const edit = ({ token, profileId }: Person, body: object) =>
  app.call("PATCH", `/api/students/${profileId}`, { token, body });

const statusOf = async ({ token }: Person) =>
  (await app.call("GET", "/api/users/me/guardian", { token })).body.data;

const askAgain = ({ token }: Person) =>
  app.call("POST", "/api/users/me/guardian/request", { token });

/** Deletes the account as its owner does. */
async function deleteAccount({ userId, token }: Person): Promise<void> {
  const passwordHash = await hashPassword(password);
  await app.context.db.update(users).set({ passwordHash }).where(eq(users.id, userId));
  const body = { currentPassword: password };
  expect((await app.call("DELETE", "/api/users/me", { token, body })).status).toBe(200);
}

/**
 * Enrolls the child. @returns a function that writes a comment, which is copied to a confirmed
 * guardian.
 */
async function addSeat(child: Person) {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher, { title: "https://evil.example/win" });
  await addEnrollment(app.context, child, courseId);
  return (content: string) =>
    app.call("POST", `/api/comments/course/${courseId}`, {
      token: child.token,
      body: { content, clientId: `comment-${++addresses}` },
    });
}

const answer = (
  token: string,
  given: "confirm" | "decline" | "decline-all",
  { profileId }: Pick<Person, "profileId">,
) => answerGuardianRequest(app.context, { token, answer: given, student: profileId });

describe("the request to confirm a guardian", () => {
  test("is all that an address receives, and contains nothing that a user typed", async () => {
    const address = newAddress();
    const account = await addAccount(app.context);
    const { body } = await app.call("POST", "/api/auth/register", {
      token: account.token,
      body: studentInput({
        ...{ role: "student", name: "Click evil example", age: 9 },
        parentGuardianName: "Evil example",
        parentGuardianContact: ` ${address.toUpperCase()} `,
      }),
    });
    const child = { ...account, profileId: body.data._id } as Person;
    const write = await addSeat({
      ...child,
      actor: { ...child.actor, profile: { id: child.profileId, role: "student" } },
    });
    for (let index = 0; index < 5; index += 1) await write(`https://evil.example/${index}`);
    const mails = await mailsTo(address);
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Please confirm that you are a parent or guardian of a Halaqa student",
    ]);
    expect(JSON.stringify(mails)).not.toMatch(/evil/i);
    const links = mails[0]?.html.match(/(?:https?:|mailto:)[^"<\s]+/g) ?? [];
    expect(new Set(links)).toEqual(
      new Set([`${app.config.appUrl}/guardian/confirm?token=${tokenIn(mails[0]?.text)}`]),
    );
    expect(mails[0]?.text).toContain("ignore it, and you won't hear from us");
  });

  test("is sent to an address once, however often it is entered", async () => {
    const address = newAddress();
    const children = [await addChild(address), await addChild(address), await addChild(address)];
    for (const child of children) {
      await edit(child, { parentGuardianContact: `x${address}` });
      await edit(child, { parentGuardianContact: address });
      await app.context.jobs.drain();
      await askAgain(child);
    }
    expect(await mailsTo(address)).toHaveLength(1);
  });

  test("is limited for an address even if the accounts that name it are deleted", async () => {
    const address = newAddress();
    for (let round = 0; round < 5; round += 1) {
      const child = await addChild(address);
      await askAgain(child);
      await app.context.jobs.drain();
      await deleteAccount(child);
    }
    expect(await mailsTo(address)).toHaveLength(1);
  });

  test("is sent for another student only after a month once its recipient has declined", async () => {
    const address = newAddress();
    const [child, other] = [await addChild(address), await addChild(address)];
    await askAgain(child);
    await answer(tokenIn((await mailsTo(address))[0]?.text), "decline", child);
    vi.setSystemTime(now + 8 * day);
    expect((await askAgain(await renew(other))).status).toBe(429);
    vi.setSystemTime(now + 31 * day);
    expect((await askAgain(await renew(other))).status).toBe(200);
    expect(await mailsTo(address)).toHaveLength(2);
  });

  test("doesn't keep an address that no student uses anymore, unless its owner opted out", async () => {
    const [unused, declined, used] = [newAddress(), newAddress(), newAddress()];
    const former = [await addChild(unused), await addChild(declined)];
    for (const child of [...former, await addChild(used)]) await askAgain(child);
    const token = tokenIn((await mailsTo(declined))[0]?.text);
    if (former[1]) await answer(token, "decline-all", former[1]);
    for (const child of former) await deleteAccount(child);
    const listKept = async () => {
      const rows = await app.context.db.select().from(guardianAddresses);
      const kept = rows.map(({ address }) => address);
      return [unused, declined, used].map((address) => kept.includes(address));
    };
    await purgeGuardianAddresses(app.context);
    expect(await listKept()).toEqual([true, true, true]);
    vi.setSystemTime(now + 31 * day);
    await purgeGuardianAddresses(app.context);
    expect(await listKept()).toEqual([false, true, true]);
  });

  test("is repeated at most once a day, and not for a month after three unanswered ones", async () => {
    const address = newAddress();
    const child = await addChild(address);
    const statuses: number[] = [];
    for (let days = 0; days < 6; days += 1) {
      vi.setSystemTime(now + days * day + days * 1000);
      const { token } = await renew(child);
      const first = await app.call("POST", "/api/users/me/guardian/request", { token });
      const second = await app.call("POST", "/api/users/me/guardian/request", { token });
      statuses.push(first.status, second.status);
      await app.context.jobs.drain();
      if (second.status === 429) expect(second.headers.get("retry-after")).toBe("86400");
    }
    expect(statuses).toEqual([200, 429, 200, 429, 200, 429, 429, 429, 429, 429, 429, 429]);
    expect(await mailsTo(address)).toHaveLength(3);
  });

  test("can be sent to five addresses a day per student", async () => {
    const child = await addChild(newAddress());
    const tried = Array.from({ length: 9 }, newAddress);
    for (const address of tried) {
      await edit(child, { parentGuardianContact: address });
      await app.context.jobs.drain();
    }
    const mailed = app.mails.filter(({ to }) => tried.includes(to));
    expect(mailed).toHaveLength(5);
  });

  test("is sent once, in place of the next email, to a guardian who was added before confirmation existed", async () => {
    const address = newAddress();
    const write = await addSeat(await addChild(address));
    expect(await mailsTo(address)).toEqual([]);
    await write("First");
    await write("Second");
    expect(await mailsTo(address)).toHaveLength(1);
  });
});

describe("a guardian", () => {
  test("receives emails after confirming, and the student sees the confirmation", async () => {
    const address = newAddress();
    const [child, sibling] = [await addChild(address), await addChild(address, "Amina Mahmood")];
    expect(await statusOf(child)).toEqual({ state: "waiting", address, requestedAt: null });
    expect((await askAgain(child)).status).toBe(200);
    const token = tokenIn((await mailsTo(address))[0]?.text);
    const { students } = await findConsentPage(app.context, token);
    expect(new Set(students)).toEqual(
      new Set([
        { _id: child.profileId, name: "Bilal", state: "waiting" },
        { _id: sibling.profileId, name: "Amina", state: "waiting" },
      ]),
    );
    await answer(token, "confirm", child);
    expect(await statusOf(child)).toMatchObject({ state: "confirmed", address });
    expect(await statusOf(sibling)).toMatchObject({ state: "waiting" });
    await (await addSeat(child))("My comment");
    await (await addSeat(sibling))("Not confirmed");
    const texts = (await mailsTo(address)).map(({ text }) => text).join("\n");
    expect(texts).toContain("My comment");
    expect(texts).not.toContain("Not confirmed");
    expect((await askAgain(child)).status).toBe(409);
  });

  test("gets a link to the child's page by email after confirming", async () => {
    const address = newAddress();
    const child = await addChild(address);
    expect((await askAgain(child)).status).toBe(200);
    const token = tokenIn((await mailsTo(address))[0]?.text);
    expect(await answer(token, "decline", child)).toBeUndefined();
    const confirmed = await answer(token, "confirm", child);
    expect(confirmed).toBe(address);
    await mailConfirmedGuardian(app.context, address);
    const [link, ...others] = (await mailsTo(address))
      .map(({ text }) => /\/guardian#(\S+)/.exec(text)?.[1])
      .filter((found) => found !== undefined);
    expect(others).toEqual([]);
    const mail = (await mailsTo(address)).find(({ text }) => text.includes("/guardian#"));
    expect(mail?.text).toContain("Thank you for confirming.");
    expect(mail?.text).toContain("you confirmed on Halaqa that you are a parent or guardian");
    expect(mail?.text).not.toContain("that you requested");
    const { children } = await openGuardianLink(app.context, link ?? "");
    expect(children.map(({ studentId }) => studentId)).toEqual([child.profileId]);
  });

  test("sees the newest students first, so that many others don't hide the guardian's own child", async () => {
    const address = newAddress();
    const others = await addChild(address, "Amina Mahmood");
    expect((await askAgain(others)).status).toBe(200);
    const token = tokenIn((await mailsTo(address))[0]?.text);
    for (let index = 0; index < 30; index += 1) await addChild(address, "Amina Mahmood");
    await app.context.db
      .update(profiles)
      .set({ createdAt: new Date(now - day) })
      .where(eq(profiles.parentGuardianContact, address));
    const child = await addChild(address);
    const { students } = await findConsentPage(app.context, token);
    expect(students).toHaveLength(30);
    expect(students[0]).toMatchObject({ _id: child.profileId, name: "Bilal" });
  });

  test("receives nothing more after declining, however often it is requested", async () => {
    const address = newAddress();
    const child = await addChild(address);
    await askAgain(child);
    const token = tokenIn((await mailsTo(address))[0]?.text);
    await answer(token, "decline-all", child);
    await answer(token, "decline-all", child);
    expect(await statusOf(child)).toMatchObject({ state: "declined" });
    await expect(answer(token, "confirm", child)).rejects.toMatchObject({ code: "not_found" });
    vi.setSystemTime(now + 40 * day);
    const other = await addChild(address);
    await (await addSeat(other))("Hello");
    expect((await askAgain(other)).status).toBe(409);
    await edit(other, { parentGuardianContact: newAddress() });
    await edit(other, { parentGuardianContact: address });
    expect(await mailsTo(address)).toHaveLength(1);
    expect(await statusOf(other)).toMatchObject({ state: "declined" });
  });

  test("can decline one student and still confirm another", async () => {
    const address = newAddress();
    const [child, stranger] = [await addChild(address), await addChild(address)];
    await askAgain(child);
    const token = tokenIn((await mailsTo(address))[0]?.text);
    await answer(token, "decline", stranger);
    await answer(token, "confirm", child);
    expect([(await statusOf(child)).state, (await statusOf(stranger)).state]).toEqual([
      "confirmed",
      "declined",
    ]);
  });

  test("is not asked again after declining when the address is entered again", async () => {
    const address = newAddress();
    const child = await addChild(address);
    await askAgain(child);
    const token = tokenIn((await mailsTo(address))[0]?.text);
    await answer(token, "confirm", child);
    await answer(token, "decline", child);
    for (const between of ["", "+49 30 1234567", newAddress()]) {
      await edit(child, { parentGuardianContact: between });
      await edit(child, { parentGuardianContact: ` ${address.toUpperCase()}` });
    }
    expect(await statusOf(child)).toMatchObject({ state: "declined", address });
    expect((await askAgain(child)).status).toBe(409);
    expect(await mailsTo(address)).toHaveLength(1);
    await answer(token, "confirm", child);
    expect(await statusOf(child)).toMatchObject({ state: "confirmed" });
  });

  test("has to confirm again after the address was changed, even if it is changed back", async () => {
    const [address, other] = [newAddress(), newAddress()];
    const child = await addStudent(app.context, { age: 9, parentGuardianContact: address });
    expect(await statusOf(child)).toMatchObject({ state: "confirmed" });
    await edit(child, { parentGuardianName: "Tariq", parentGuardianContact: address });
    expect(await statusOf(child)).toMatchObject({ state: "confirmed" });
    await edit(child, { parentGuardianContact: other });
    expect(await statusOf(child)).toMatchObject({ state: "waiting", address: other });
    await edit(child, { parentGuardianContact: address });
    expect(await statusOf(child)).toMatchObject({ state: "waiting", address });
  });

  test("cannot be confirmed by a different address or with a forged link", async () => {
    const address = newAddress();
    const [child, other] = [await addChild(address), await addChild(newAddress())];
    await askAgain(child);
    const token = tokenIn((await mailsTo(address))[0]?.text);
    for (const forged of [`${token}x`, token.split(".")[0] ?? "", "", `gad_1.${token}`]) {
      await expect(answer(forged, "confirm", child)).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(answer(token, "confirm", other)).rejects.toMatchObject({ code: "not_found" });
    vi.setSystemTime(now + 31 * day);
    await expect(answer(token, "confirm", child)).rejects.toMatchObject({ code: "not_found" });
    expect(await statusOf(await renew(child))).toMatchObject({ state: "waiting" });
  });

  test("can confirm with a link in the earlier format, and after the application secret was rotated", async () => {
    const address = newAddress();
    const [first, second] = [await addChild(address), await addChild(address)];
    await askAgain(first);
    const sent = tokenIn((await mailsTo(address))[0]?.text);
    const [row] = await app.context.db
      .select()
      .from(guardianAddresses)
      .where(eq(guardianAddresses.address, address));
    const former = formerToken(
      app,
      "guardian-confirmation",
      row?.id ?? "",
      `${row?.id} ${address}`,
    );
    await answer(former, "confirm", first);
    expect(await statusOf(first)).toMatchObject({ state: "confirmed" });
    const { config } = app.context;
    try {
      Object.assign(app.context, {
        config: { ...config, appSecret: "another", previousAppSecret: config.appSecret },
      });
      await answer(sent, "confirm", second);
    } finally {
      Object.assign(app.context, { config });
    }
    expect(await statusOf(second)).toMatchObject({ state: "confirmed" });
  });

  const isFarewell = ({ subject }: { subject: string }) =>
    subject === "You no longer get emails about Bilal Mahmood";
  const addConfirmed = (parentGuardianContact: string) =>
    addStudent(app.context, { name: "Bilal Mahmood", age: 9, parentGuardianContact });

  test.each([
    ["names another guardian", { parentGuardianContact: "friend@example.org" }],
    ["removes the guardian", { parentGuardianContact: "" }],
    ["enters a phone number instead", { parentGuardianContact: "+49 30 1234" }],
    ["becomes 13 or older", { age: 14 }],
    ["removes the age", { age: null }],
  ])("is notified once when the child %s", async (_what, body) => {
    const address = newAddress();
    const child = await addConfirmed(address);
    expect((await edit(child, { country: "Egypt", age: 10 })).status).toBe(200);
    expect((await mailsTo(address)).filter(isFarewell)).toEqual([]);
    expect((await edit(child, { ...body, name: "Someone Else" })).status).toBe(200);
    expect((await edit(child, body)).status).toBe(200);
    const farewells = (await mailsTo(address)).filter(isFarewell);
    expect(farewells).toHaveLength(1);
    expect(farewells[0]?.text).toContain("no longer lists you as the guardian");
    expect(farewells[0]?.text).not.toMatch(/\/unsubscribe/);
  });

  test("is notified at once and then once an hour when the child's age is changed back and forth", async () => {
    const address = newAddress();
    const child = await addConfirmed(address);
    for (let round = 0; round < 5; round += 1) {
      await edit(child, { age: 14 });
      await edit(child, { age: 9 });
    }
    expect((await mailsTo(address)).filter(isFarewell)).toHaveLength(1);
  });

  test("is notified when the child's account is deleted", async () => {
    const address = newAddress();
    const child = await addConfirmed(address);
    await deleteAccount(child);
    const farewells = (await mailsTo(address)).filter(isFarewell);
    expect(farewells.map(({ text }) => text).join()).toContain("Halaqa account was deleted");
  });

  test("cannot use the child's own email address", async () => {
    const message =
      "This is the account's own address, which a child could confirm. Enter a phone number or another email address of a parent or guardian.";
    const refusal = { status: 400, body: { message } };
    const child = await addChild(newAddress());
    const own = ` ${child.email.toUpperCase()} `;
    expect(await edit(child, { parentGuardianContact: own })).toMatchObject(refusal);
    const account = await addAccount(app.context);
    const registered = await app.call("POST", "/api/auth/register", {
      token: account.token,
      body: studentInput({
        ...{ role: "student", age: 9 },
        parentGuardianName: "Tariq",
        parentGuardianContact: account.email,
      }),
    });
    expect(registered).toMatchObject(refusal);
    expect(registered.body.errors).toMatchObject([{ field: "parentGuardianContact" }]);
    await app.context.jobs.drain();
    const requests = app.mails.filter(({ text }) => tokenIn(text) !== "");
    expect(requests.map(({ to }) => to)).not.toContain(child.email);
    expect(requests.map(({ to }) => to)).not.toContain(account.email);
  });

  test("of a student aged 13 or older is not asked to confirm", async () => {
    const address = newAddress();
    const student = await addStudent(app.context, { age: 13, parentGuardianContact: address });
    expect(await statusOf(student)).toEqual({ state: "none", address: null, requestedAt: null });
    expect((await askAgain(student)).status).toBe(409);
    expect(await mailsTo(address)).toEqual([]);
  });
});
