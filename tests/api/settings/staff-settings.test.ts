/** Changing settings in the console. */
import { afterAll, describe, expect, it } from "vitest";
import { createTestApp } from "../../support/app.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { addStaffPerson } from "../../support/staff.ts";

const app = await createTestApp();
afterAll(() => app.close());
const owner = await addStaffPerson(app.context, "owner");
const moderator = await addStaffPerson(app.context, "moderator");

const put = (key: string, value: unknown, { token } = owner) =>
  app.call("PUT", `/api/staff/settings/${key}`, { token, body: { value } });
const read = ({ token } = owner) => app.call("GET", "/api/staff/settings", { token });
const readLog = async () =>
  (await app.call("GET", "/api/staff/log?kind=change-setting", { token: owner.token })).body.data
    .rows;

describe("a setting", () => {
  it("applies at once, and each change is one entry of the log with the values before and after", async () => {
    const before = (await readLog()).length;
    const answer = await put("supportAddress", "Help@Learn.example ");
    expect(answer.status).toBe(200);
    expect(answer.body.data.values).toMatchObject({ supportAddress: "help@learn.example" });
    expect(app.context.settings.read("supportAddress")).toBe("help@learn.example");
    await put("supportAddress", null);
    expect(app.context.settings.read("supportAddress")).toBe("support@halaqa.test");
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

  it("that is invalid is refused with the fields that are wrong, and changes and records nothing", async () => {
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

  it("names people and courses that don't exist, or may not be shown", async () => {
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
