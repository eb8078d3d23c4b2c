/** Saving courses and teachers, and reading them for a comparison. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maxSaved, type SavedSubject } from "#lib/saved/saved.rules.ts";
import { erasePerson } from "#server/account-settings/erasure/erase.ts";

import { users } from "#server/db/tables/accounts.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { savedItems } from "#server/db/tables/saved.table.ts";
import { hideCourseDirectly } from "#server/moderation/decide-directly.ts";
import { findShownCourses, findShownTeachers } from "#server/saved/compare.ts";
import {
  findSubject,
  isSaved,
  listSaved,
  removeUnavailable,
  saveItem,
  unsaveItem,
} from "#server/saved/saved.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
beforeAll(async () => {
  app = await createTestApp();
  teacher = await addTeacher(app.context, { name: "Amina Saadi" });
});
afterAll(() => app.close());

const course = (id: string): SavedSubject => ({ kind: "course", id });
const person = ({ profileId }: Person): SavedSubject => ({ kind: "teacher", id: profileId });
const list = async ({ actor }: Person) => {
  const { courses, teachers, unavailable } = await listSaved(app.context, actor);
  return [courses.map(({ _id }) => _id), teachers.map(({ _id }) => _id), unavailable];
};

describe("a student", () => {
  it("saves courses and teachers once, lists the newest first and removes them", async () => {
    const student = await addStudent(app.context);
    const [first, second] = [
      await addCourse(app.context, teacher),
      await addCourse(app.context, teacher),
    ];
    for (const subject of [course(first), course(second), course(first), person(teacher)]) {
      await saveItem(app.context, student.actor, subject);
    }
    expect(await list(student)).toEqual([[second, first], [teacher.profileId], 0]);
    expect(await isSaved(app.context, student.actor, course(first))).toBe(true);
    await unsaveItem(app.context, student.actor, course(first));
    await unsaveItem(app.context, student.actor, course(first));
    expect(await list(student)).toEqual([[second], [teacher.profileId], 0]);
    expect(await isSaved(app.context, student.actor, course(first))).toBe(false);
  });

  it("sees only how many saved items were hidden, archived or suspended, and can remove them", async () => {
    const { db } = app.context;
    const student = await addStudent(app.context);
    const suspended = await addTeacher(app.context);
    const [shown, hidden, archived] = [
      await addCourse(app.context, teacher),
      await addCourse(app.context, teacher),
      await addCourse(app.context, teacher),
    ];
    for (const id of [shown, hidden, archived]) {
      await saveItem(app.context, student.actor, course(id));
    }
    await saveItem(app.context, student.actor, person(suspended));
    await hideCourseDirectly(app.context, { command: "amira" }, hidden, {
      reason: "A link to another site.",
    });
    await db.update(courses).set({ status: "archived" }).where(eq(courses.id, archived));
    await db
      .update(users)
      .set({
        suspendedAt: new Date(),
        suspendedUntil: new Date(Date.now() + 600_000),
        suspendedReason: "A concern that is being looked into.",
      })
      .where(eq(users.id, suspended.userId));
    expect(await list(student)).toEqual([[shown], [], 3]);
    expect(await findSubject(app.context, course(hidden))).toBeUndefined();
    expect(await findSubject(app.context, person(suspended))).toBeUndefined();
    await removeUnavailable(app.context, student.actor);
    expect(await list(student)).toEqual([[shown], [], 0]);
  });

  it("can't save what isn't public, or more than the maximum", async () => {
    const student = await addStudent(app.context);
    const draft = await addCourse(app.context, teacher, { status: "draft" });
    for (const subject of [course(draft), course("crs_missing"), person(student)]) {
      await expect(saveItem(app.context, student.actor, subject)).rejects.toMatchObject({
        code: "not_found",
      });
    }
    const ids = await Promise.all(
      Array.from({ length: maxSaved }, () => addCourse(app.context, teacher)),
    );
    await app.context.db
      .insert(savedItems)
      .values(ids.map((courseId) => ({ studentId: student.profileId, courseId })));
    const another = course(await addCourse(app.context, teacher));
    await expect(saveItem(app.context, student.actor, another)).rejects.toMatchObject({
      code: "conflict",
    });
    await saveItem(app.context, student.actor, person(teacher));
  });

  it("gets saved items in the export, and they are deleted with the account", async () => {
    const student = await addStudent(app.context);
    const courseId = await addCourse(app.context, teacher);
    await saveItem(app.context, student.actor, course(courseId));
    const exported = await app.call("GET", "/api/users/me/export", { token: student.token });
    expect(exported.body.data.savedItems).toMatchObject([{ courseId }]);
    const { userId: id, email } = student;
    await app.context.db.transaction((tx) => erasePerson(tx, { id, email }));
    const { db } = app.context;
    expect(await db.$count(savedItems, eq(savedItems.studentId, student.profileId))).toBe(0);
  });
});

it("teachers can't save anything", async () => {
  const subject = course(await addCourse(app.context, teacher));
  await expect(saveItem(app.context, teacher.actor, subject)).rejects.toMatchObject({
    code: "forbidden",
  });
  expect(await isSaved(app.context, undefined, subject)).toBe(false);
});

it("a comparison contains the public courses and teachers in the order of the URL", async () => {
  const [first, second, draft] = [
    await addCourse(app.context, teacher),
    await addCourse(app.context, teacher),
    await addCourse(app.context, teacher, { status: "draft" }),
  ];
  const found = await findShownCourses(app.context, [second, draft, first], null);
  expect(found.map(({ _id }) => _id)).toEqual([second, first]);
  const student = await addStudent(app.context);
  const other = await addTeacher(app.context);
  const ids = [other.profileId, student.profileId, teacher.profileId];
  const people = await findShownTeachers(app.context, ids);
  expect(people.map(({ _id }) => _id)).toEqual([other.profileId, teacher.profileId]);
});
