/** Changing settings in the console. */
import { afterAll, describe, expect, it } from "vitest";
import { createTestApp } from "../../support/app.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { addStaffPerson } from "../../support/staff.ts";

const app = await createTestApp();
afterAll(() => app.close());
const owner = await addStaffPerson(app.context, "owner");
const moderator = await addStaffPerson(app.context, "moderator");

/** Changes a setting after having read it. */
async function put(key: string, value: unknown, staff = owner) {
  const { body } = await read();
  const seenAt = body.data.changedAt[key] ?? null;
  return send(key, { value, seenAt }, staff);
}
const send = (key: string, body: object, { token } = owner) =>
  app.call("PUT", `/api/staff/settings/${key}`, { token, body });
const read = ({ token } = owner) => app.call("GET", "/api/staff/settings", { token });
const readLog = async () =>
  (await app.call("GET", "/api/staff/log?kind=change-setting", { token: owner.token })).body.data
    .rows;

describe("a setting", () => {
  it("applies at once, and each change has one entry in the log with the old and new values", async () => {
    const before = (await readLog()).length;
    const answer = await put("supportAddress", "Help@Learn.example ");
    expect(answer.status).toBe(200);
    expect(answer.body.data.values).toMatchObject({ supportAddress: "help@learn.example" });
    const address = () => app.context.settings.read("supportAddress");
    await expect.poll(address).toBe("help@learn.example");
    await put("supportAddress", null);
    await expect.poll(address).toBe("support@halaqa.test");
    const log = await readLog();
    expect(log).toHaveLength(before + 2);
    expect(log[1]).toMatchObject({
      subjectKind: "setting",
      subjectId: "supportAddress",
      by: owner.staff.name,
      details: { before: null, after: "help@learn.example" },
    });
    expect(log[0]).toMatchObject({ details: { before: "help@learn.example", after: null } });
  });

  it("is changed once if two people change it at once, and isn't overwritten unseen", async () => {
    const before = (await readLog()).length;
    const answers = await Promise.all([5, 6].map((value) => send("minimumPrice", { value })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await readLog()).length).toBe(before + 1);
    const late = await send("minimumPrice", { value: 7, seenAt: null });
    expect(late.body.message).toMatch(/changed this setting in the meantime/);
    expect((await put("minimumPrice", null)).status).toBe(200);
  });

  it("that would lose money on every sale is refused with a message that says why", async () => {
    const { status, body } = await put("platformFee", {
      rates: [{ percent: 4.4, from: "2030-01-01T00:00:00.000Z" }],
      exceptions: [],
    });
    expect(status).toBe(400);
    expect(body.message).toContain("With a fee below 4.5%, the platform loses money on every sale");
    expect(body.errors).toMatchObject([{ field: "value.rates.0.percent" }]);
  });

  it("that is invalid is refused with the invalid fields, and changes and records nothing", async () => {
    const before = (await readLog()).length;
    const { status, body } = await put("platformFee", {
      rates: [{ percent: 95, from: "soon" }],
      exceptions: [],
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "value.rates.0.percent",
      "value.rates.0.from",
    ]);
    expect(app.context.settings.read("platformFee")).toEqual({ rates: [], exceptions: [] });
    expect(await readLog()).toHaveLength(before);
  });

  it.each([
    "platformFee",
    "signUps",
    "vetting",
    "onCallAddresses",
    "featuredCourses",
    "featuredStudents",
  ])(
    "such as %s, which null does not reset, is refused without a value in words that say so",
    async (key) => {
      const before = (await readLog()).length;
      for (const value of [null, undefined, "", 5]) {
        const { status, body } = await put(key, value);
        expect([status, body.message]).toEqual([400, "This setting needs a value."]);
        expect(body.errors).toMatchObject([{ field: "value" }]);
      }
      expect(await readLog()).toHaveLength(before);
    },
  );

  it("that may be empty goes back to its default with null, and only with null", async () => {
    for (const key of ["supportAddress", "legalEntity", "minimumPrice", "announcement"]) {
      expect((await put(key, null)).status).toBe(200);
      for (const value of [undefined, ""]) {
        const { status, body } = await put(key, value);
        expect([key, status]).toEqual([key, 400]);
        expect(body.message).not.toMatch(/^Invalid|expected/i);
      }
    }
  });

  it("with people or courses that don't exist or may not be shown gets an error that names them", async () => {
    const [teacher, child] = [
      await addTeacher(app.context),
      await addStudent(app.context, { age: 12 }),
    ];
    const fee = {
      rates: [],
      exceptions: [
        { teacherId: teacher.profileId, percent: 5 },
        { teacherId: child.profileId, percent: 5 },
      ],
    };
    expect((await put("platformFee", fee)).body.errors).toEqual([
      {
        field: "value.exceptions.1.teacherId",
        message: `There is no teacher with this ID: ${child.profileId}`,
      },
    ]);
    expect((await put("featuredStudents", [child.profileId])).status).toBe(400);
    expect((await put("featuredCourses", ["crs_missing"])).body.errors[0].field).toBe("value.0");
  });

  it("can be read and changed by moderators only if it is the banner", async () => {
    expect((await read(moderator)).body.data.editable).toEqual(["announcement"]);
    const value = {
      text: { en: "Classes pause for Eid." },
      startsAt: "2026-12-10T00:00:00.000Z",
      endsAt: "2026-12-11T00:00:00.000Z",
    };
    expect((await put("announcement", value, moderator)).status).toBe(200);
    expect((await put("signUps", { open: false }, moderator)).status).toBe(403);
    expect((await read()).body.data.values.announcement).toEqual({
      ...value,
      text: { en: value.text.en, ar: "", ur: "", fr: "", es: "" },
    });
  });
});
