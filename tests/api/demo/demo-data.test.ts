import { describe, expect, it } from "vitest";
import { createCommentInput } from "#lib/comments/comments.ts";
import { createCourseInput } from "#lib/courses/courses.ts";
import { isChild } from "#lib/people/people.options.ts";
import { registrationInput, timeSlotsInput } from "#lib/people/people.ts";
import { appResourceId } from "#lib/reviews/reviews.rules.ts";
import { createReviewInput } from "#lib/reviews/reviews.ts";
import { planCourse, toCourseInput } from "#server/demo/add-courses.ts";
import { listDemoClasses } from "#server/demo/add-meetings.ts";
import {
  demoComments,
  demoCourses,
  demoReviews,
  demoStudents,
  demoTeachers,
} from "#server/demo/data/demo-data.ts";
import { courseInput, studentInput, teacherInput } from "#server/demo/factories.ts";

const students = new Map(demoStudents.map((student) => [student.key, student]));
const teachers = new Map(demoTeachers.map((teacher) => [teacher.key, teacher]));
const startedAt = new Date("2027-03-24T21:30:00Z");

describe("the shared schemas accept and don't change", () => {
  it.each(demoTeachers)("the demo teacher $key", ({ profile, timeSlots }) => {
    const input = { role: "teacher" as const, ...profile };
    expect(registrationInput.parse(input)).toEqual(input);
    const slots = { availableTimeSlots: timeSlots };
    expect(timeSlotsInput.parse(slots)).toEqual(slots);
  });

  it.each(demoStudents)("the demo student $key", ({ profile }) => {
    const input = { role: "student" as const, ...profile };
    expect(registrationInput.parse(input)).toEqual(input);
  });

  it.each(demoCourses)("the demo course $key", (demo) => {
    const input = toCourseInput(demo, planCourse({ startedAt }, demo), "published");
    expect(createCourseInput.parse(input)).toEqual(input);
  });

  it.each(demoReviews)("the demo review by $author of $course", ({ rating, content }) => {
    const input = { resourceType: "app", resourceId: appResourceId, rating, content };
    expect(createReviewInput.parse(input)).toEqual(input);
  });

  it("the default inputs of the test factories", () => {
    const teacher = { role: "teacher" as const, ...teacherInput() };
    const student = { role: "student" as const, ...studentInput() };
    expect(registrationInput.parse(teacher)).toEqual(teacher);
    expect(registrationInput.parse(student)).toEqual(student);
    expect(createCourseInput.parse(courseInput())).toEqual(courseInput());
  });
});

describe("the demo data", () => {
  it("gives every person, course and review a unique key", () => {
    const people = [...demoTeachers, ...demoStudents].map(({ key }) => key);
    expect(new Set(people).size).toBe(people.length);
    expect(new Set(demoCourses.map(({ key }) => key)).size).toBe(demoCourses.length);
    const reviews = demoReviews.map(({ author, course }) => `${author} ${course}`);
    expect(new Set(reviews).size).toBe(reviews.length);
  });

  it.each(demoCourses)("enrolls known students in $key, and not too many", (demo) => {
    expect(teachers.has(demo.teacher)).toBe(true);
    expect(demo.students.filter((key) => !students.has(key))).toEqual([]);
    expect(new Set(demo.students).size).toBe(demo.students.length);
    expect(demo.students.length).toBeLessThanOrEqual(demo.maxStudents);
    const classes = demo.duration * demo.schedule.length;
    expect(demo.lessons.length).toBeLessThanOrEqual(classes);
  });

  it.each(demoComments)(
    "lets $author comment only on courses that they are a member of ($key)",
    (comment) => {
      const course = demoCourses.find(({ key }) => key === comment.course);
      expect([course?.teacher, ...(course?.students ?? [])]).toContain(comment.author);
      expect(createCommentInput.parse({ content: comment.content })).toEqual({
        content: comment.content,
      });
    },
  );

  it("has a guardian for every child", () => {
    const children = demoStudents.filter(({ profile }) => isChild(profile.age));
    expect(children.length).toBeGreaterThan(5);
    for (const { profile } of children) {
      expect(profile).toMatchObject({
        parentGuardianName: expect.any(String),
        parentGuardianContact: expect.any(String),
      });
    }
  });

  it("has reviews only by enrolled students of courses that have started", () => {
    for (const { author, course: key } of demoReviews) {
      if (key === undefined) continue;
      const course = demoCourses.find((demo) => demo.key === key);
      expect(course?.students, `${author} on ${key}`).toContain(author);
      expect(course?.beginsInWeeks).toBeLessThan(0);
    }
  });
});

describe("a planned demo course", () => {
  const course = demoCourses.find(({ key }) => key === "nurani-qaida-after-school");

  it("starts in the named week, on the first day of its schedule, in the teacher's time zone", () => {
    if (!course) throw new Error("The course is missing");
    // A teacher's Wednesday evening in London is Wednesday afternoon in New York.
    const { startDate, endDate } = planCourse({ startedAt }, course);
    expect(startDate.toString()).toBe("2027-03-30");
    expect(endDate.toString()).toBe("2027-06-07");
  });

  it("keeps its local hour across a daylight saving change", () => {
    if (!course) throw new Error("The course is missing");
    const planned = planCourse({ startedAt: new Date("2027-10-20T12:00:00Z") }, course);
    const classes = listDemoClasses({ demo: course, ...planned });
    expect(classes).toHaveLength(20);
    const times = classes.slice(0, 4).map(({ startTime }) => startTime.toISOString());
    expect(times).toEqual([
      "2027-10-26T20:30:00.000Z",
      "2027-10-28T20:30:00.000Z",
      "2027-11-02T20:30:00.000Z",
      "2027-11-04T20:30:00.000Z",
    ]);
    expect(classes[5]?.startTime.toISOString()).toBe("2027-11-11T21:30:00.000Z");
    expect(classes[0]).toMatchObject({ duration: 45, topic: course.lessons[0] });
    expect(classes[19]?.topic).toBe(course.title);
  });
});
