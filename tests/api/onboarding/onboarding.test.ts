/** The checklist of new students and teachers. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { profiles, timeSlots } from "#server/db/tables/people.table.ts";
import { findChecklist, updateChecklist } from "#server/onboarding/onboarding.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment, addPastMeeting } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const checklistOf = ({ actor }: Person) => findChecklist(app.context, actor);
const done = async (person: Person) =>
  (await checklistOf(person))?.filter(({ isDone }) => isDone).map(({ step }) => step);
const change = ({ profileId }: Person, values: Partial<typeof profiles.$inferInsert>) =>
  app.context.db.update(profiles).set(values).where(eq(profiles.id, profileId));

describe("the checklist of a student", () => {
  it("reflects the stored data, and disappears once everything is done", async () => {
    const student = await addStudent(app.context, { age: 27, learningGoals: [] });
    await change(student, { quranLevel: null });
    expect((await checklistOf(student))?.map(({ step }) => step)).toEqual([
      "profile",
      "find",
      "device",
    ]);
    expect(await done(student)).toEqual([]);
    await change(student, { quranLevel: "Beginner", learningGoals: ["Tajweed"] });
    await updateChecklist(app.context, student.actor, { action: "device" });
    expect(await done(student)).toEqual(["profile", "device"]);
    const teacher = await addTeacher(app.context);
    await addEnrollment(app.context, student, await addCourse(app.context, teacher));
    expect(await checklistOf(student)).toBeUndefined();
  });

  it("asks minors for a guardian", async () => {
    const child = await addStudent(app.context, { age: 15 });
    await change(child, { parentGuardianName: null, parentGuardianContact: null });
    expect(await checklistOf(child)).toContainEqual({ step: "guardian", isDone: false });
    await change(child, {
      parentGuardianName: "Amina Saadi",
      parentGuardianContact: "amina@example.org",
    });
    expect(await checklistOf(child)).toContainEqual({ step: "guardian", isDone: true });
  });

  it("disappears when the student hides it, and after the first class", async () => {
    const hiding = await addStudent(app.context);
    await updateChecklist(app.context, hiding.actor, { action: "dismiss" });
    expect(await checklistOf(hiding)).toBeUndefined();
    const [teacher, attending] = [await addTeacher(app.context), await addStudent(app.context)];
    expect(await checklistOf(attending)).toBeDefined();
    const courseId = await addCourse(app.context, teacher);
    await addPastMeeting(app.context, teacher, courseId, [attending]);
    expect(await checklistOf(attending)).toBeUndefined();
  });
});

describe("the checklist of a teacher", () => {
  it("reflects the stored data, and disappears with the first student", async () => {
    const teacher = await addTeacher(app.context);
    await change(teacher, { bio: null, profileImageUrl: null, offersTrials: true });
    expect(await done(teacher)).toEqual([]);
    expect((await checklistOf(teacher))?.map(({ step }) => step)).toEqual([
      "profile",
      "picture",
      "credentials",
      "meetings",
      "payments",
      "course",
      "trials",
    ]);
    await change(teacher, { bio: "Nine years of tajweed.", specializations: ["Tajweed"] });
    await app.context.db.insert(timeSlots).values({
      teacherId: teacher.profileId,
      day: 1,
      startTime: "09:00",
      endTime: "10:00",
    });
    const courseId = await addCourse(app.context, teacher);
    expect(await done(teacher)).toEqual(["profile", "course", "trials"]);
    await addEnrollment(app.context, await addStudent(app.context), courseId);
    expect(await checklistOf(teacher)).toBeUndefined();
  });
});
