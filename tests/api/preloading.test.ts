import { dehydrate, hydrate, QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, test } from "vitest";
import { classesOptions } from "#lib/classes/classes.queries.ts";
import { courseOptions } from "#lib/courses/courses.queries.ts";
import { studentCoursesOptions } from "#lib/courses/own-courses.queries.ts";
import { enrollmentsOptions, seatOptions } from "#lib/enrollments/enrollments.queries.ts";
import { contactsOptions } from "#lib/messages/messages.queries.ts";
import { trialsOptions } from "#lib/trials/trials.queries.ts";
import { listClasses } from "#server/classes/list-classes.ts";
import { findCourse, listStudentCourses } from "#server/courses/courses.ts";
import { listEnrollments } from "#server/enrollments/enrollments.ts";
import { findSeat } from "#server/enrollments/seat.ts";
import { listContacts } from "#server/messages/contacts.ts";
import { listTrials } from "#server/trials/trials.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { addCourse, addEnrollment } from "../support/courses.ts";
import { addStudent, addTeacher } from "../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("a page can preload what its islands read, with their keys and the results of use cases", async () => {
  const { context } = app;
  const student = await addStudent(context);
  const { actor, profileId, token } = student;
  const courseId = await addCourse(context, await addTeacher(context));
  await addEnrollment(context, student, courseId);

  // The query keys determine the types of their data, so the compiler rejects a different result.
  const server = new QueryClient();
  const seat = seatOptions(courseId).queryKey;
  const course = courseOptions(courseId).queryKey;
  const classes = classesOptions(courseId).queryKey;
  const courses = studentCoursesOptions(profileId).queryKey;
  const enrollments = enrollmentsOptions().queryKey;
  const contacts = contactsOptions().queryKey;
  const trials = trialsOptions().queryKey;
  server.setQueryData(seat, await findSeat(context, actor, courseId));
  server.setQueryData(course, await findCourse(context, actor, courseId));
  server.setQueryData(classes, await listClasses(context, actor, courseId));
  server.setQueryData(courses, await listStudentCourses(context, actor, profileId));
  server.setQueryData(enrollments, await listEnrollments(context, actor));
  server.setQueryData(contacts, await listContacts(context, actor));
  server.setQueryData(trials, await listTrials(context, actor));

  const browser = new QueryClient();
  hydrate(browser, JSON.parse(JSON.stringify(dehydrate(server))));
  const fetched = async (path: string) => (await app.call("GET", path, { token })).body.data;
  expect({
    seat: browser.getQueryData(seat),
    course: browser.getQueryData(course),
    classes: browser.getQueryData(classes),
    courses: browser.getQueryData(courses),
    enrollments: browser.getQueryData(enrollments),
    contacts: browser.getQueryData(contacts),
    trials: browser.getQueryData(trials),
  }).toEqual({
    seat: await fetched(`/api/enrollment/course/${courseId}/seat`),
    course: await fetched(`/api/courses/${courseId}`),
    classes: await fetched(`/api/classes/course/${courseId}`),
    courses: await fetched(`/api/courses/student/${profileId}`),
    enrollments: await fetched("/api/enrollment/student/enrollments"),
    contacts: await fetched("/api/messages/contacts"),
    trials: await fetched("/api/trials"),
  });
});
