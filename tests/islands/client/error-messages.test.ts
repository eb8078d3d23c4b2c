/**
 * The dashboard's and course forms' own error messages, for responses without a message and for
 * logged-out users.
 */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { changePassword } from "#lib/account-settings/account-settings.calls.ts";
import { remembered } from "#lib/client/browser-storage.ts";
import { createCourse, deleteCourse, updateCourse } from "#lib/courses/course-changes.calls.ts";
import { fetchCourse } from "#lib/courses/courses.calls.ts";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import {
  fetchOwnCoursesFromList,
  fetchStudentCourses,
  fetchTeacherCourses,
} from "#lib/courses/own-courses.calls.ts";
import { enroll, fetchEnrollments } from "#lib/enrollments/enrollments.calls.ts";
import { fetchTeacherStudents } from "#lib/enrollments/teacher-students.calls.ts";
import { uploadImage } from "#lib/media/media.calls.ts";
import { completeConnection, createConnectTicket } from "#lib/meetings/connections.calls.ts";
import { zoom } from "#lib/meetings/meeting-services.ts";
import {
  createMeeting,
  fetchCourseMeetings,
  fetchOwnMeetings,
} from "#lib/meetings/meetings.calls.ts";
import type { CreateMeetingInput } from "#lib/meetings/meetings.ts";
import { createAccountLink, fetchAccountState } from "#lib/payments/payments.calls.ts";
import { registerProfile, updateProfile } from "#lib/people/people.calls.ts";
import type { Role } from "#lib/people/people.options.ts";
import { fetchTimeSlots, saveTimeSlots } from "#lib/people/time-slots.calls.ts";
import { fetchTimeline } from "#lib/timeline/timeline.calls.ts";
import { answer, failure, success } from "../support/api.ts";
import { signInAs, visitAsGuest } from "../support/session.ts";

const input = { title: "Letters" } as CreateCourseInput;
const none = { availableTimeSlots: [] };

/** The call, its name, its fallback message, and its message for logged-out users. */
const calls: [() => Promise<unknown>, string, string, string][] = [
  [
    fetchTeacherCourses,
    "GET /courses/teacher",
    "Failed to fetch teacher courses",
    "Authentication error. Please log in again.",
  ],
  [
    () => fetchStudentCourses("prf_1"),
    "GET /courses/student/prf_1",
    "Failed to fetch student courses",
    "Authentication error. Please log in again.",
  ],
  [
    () => fetchCourse("crs_1"),
    "GET /courses/crs_1",
    "Failed to load course details",
    "Course ID or authentication token is missing",
  ],
  [
    () => createCourse(input),
    "POST /courses",
    "Failed to create course",
    "Authentication token not found. Please log in again.",
  ],
  [
    () => updateCourse("crs_1", input),
    "PUT /courses/crs_1",
    "Failed to update course",
    "Authentication required or course ID missing",
  ],
  [
    () => deleteCourse("crs_1"),
    "DELETE /courses/crs_1",
    "Failed to delete course",
    "Authentication required or course ID missing",
  ],
  [
    () => fetchTimeSlots("prf_1"),
    "GET /teachers/prf_1/timeslots",
    "Failed to fetch time slots",
    "Authentication token not found. Please log in again.",
  ],
  [
    () => saveTimeSlots("prf_1", none),
    "PUT /teachers/prf_1/timeslots",
    "Failed to update time slots",
    "Authentication token not found. Please log in again.",
  ],
  [
    () => changePassword("old one", "new one"),
    "POST /auth/password/change/usr_1",
    "Failed to update password. Please try again.",
    "User not authenticated",
  ],
  [
    () => updateProfile("student", {}),
    "PUT /students/prf_1",
    "Failed to update profile. Please try again.",
    "Authentication token not found. Please log in again.",
  ],
  [
    () => registerProfile({}),
    "POST /auth/register",
    "Registration failed",
    "Authentication token not found. Please log in again.",
  ],
  [
    fetchOwnMeetings,
    "GET /zoom/teacher/meetings",
    "Failed to fetch teacher meetings",
    "Authentication required to fetch meetings",
  ],
  [
    () => fetchCourseMeetings("crs_1"),
    "GET /zoom/course/crs_1/meetings",
    "Failed to fetch course meetings",
    "Authentication required to fetch meetings",
  ],
  [
    () => createMeeting({} as CreateMeetingInput),
    "POST /zoom/meetings",
    "Failed to create meeting",
    "Authentication required to create meeting",
  ],
  [
    () => createConnectTicket(zoom),
    "POST /zoom/connect/ticket",
    "Failed to connect to Zoom",
    "Authentication required to connect to Zoom",
  ],
  [
    () => completeConnection(zoom, "code", "state"),
    "POST /zoom/oauth/callback",
    "Failed to complete Zoom authorization",
    "Authentication required to complete Zoom integration",
  ],
  [
    fetchTimeline,
    "GET /timeline",
    "Failed to fetch meetings",
    "Authentication required to fetch meetings",
  ],
  [
    () => fetchTeacherStudents({}),
    "GET /enrollment/teacher/students",
    "Failed to fetch students",
    "Authentication error. Please log in again.",
  ],
  [
    fetchEnrollments,
    "GET /enrollment/student/enrollments",
    "Failed to fetch enrolled courses",
    "Authentication required",
  ],
  [
    fetchAccountState,
    "GET /connect/accounts/current",
    "Failed to check Connect account status",
    "Authentication required",
  ],
  [
    createAccountLink,
    "POST /connect/accounts/setup",
    "Failed to set up Connect account",
    "Authentication required",
  ],
];

beforeEach(() => {
  signInAs({});
  remembered.set("userProfileId", "prf_1");
});

describe.each(calls)("API call %#", (call, name, fallback, needed) => {
  it(`${name} falls back to: ${fallback}`, async () => {
    answer({ [name]: { status: 400, body: { success: false } } });
    await expect(call()).rejects.toMatchObject({ message: fallback, status: 400 });
  });

  it(`${name} without a log-in says: ${needed}`, async () => {
    visitAsGuest();
    const asked = answer({});
    await expect(call()).rejects.toMatchObject({ message: needed, status: 401 });
    expect(asked).toEqual([]);
  });
});

describe("the error handling of a call", () => {
  const image = new File(["x"], "a.png", { type: "image/png" });
  const busy = (seconds: string) => ({
    ...failure(429, "Too many uploads are in progress."),
    headers: { "Retry-After": seconds },
  });

  it("reports an upload response without a URL", async () => {
    answer({ "POST /media/upload/single": success({}) });
    await expect(uploadImage(image)).rejects.toMatchObject({
      message: "Missing image URL in response",
    });
  });

  it("repeats an upload that arrived together with too many others", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let left = 3;
    const calls = answer({
      "POST /media/upload/single": () => {
        left -= 1;
        return left > 0 ? busy("5") : success({ url: "/media/upl_1.webp" });
      },
    });
    const uploaded = uploadImage(image);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(15_001);
    expect(await uploaded).toBe("/media/upl_1.webp");
    expect(calls).toHaveLength(3);
  });

  it("reports an upload that was repeated four times, or may be repeated only much later", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const calls = answer({ "POST /media/upload/single": busy("5") });
    const uploaded = expect(uploadImage(image)).rejects.toMatchObject({
      message: "Too many uploads are in progress.",
    });
    await vi.advanceTimersByTimeAsync(40_000);
    await uploaded;
    expect(calls).toHaveLength(5);
    const limited = answer({ "POST /media/upload/single": busy("600") });
    await expect(uploadImage(image)).rejects.toMatchObject({ status: 429 });
    expect(limited).toHaveLength(1);
  });

  it("reports a failed fallback request for the courses with its status", async () => {
    answer({ "GET /courses?page=1&limit=100": { status: 503, body: { success: false } } });
    const profile = { _id: "prf_1", role: "teacher", name: "Khalid" } as const;
    await expect(fetchOwnCoursesFromList(profile)).rejects.toMatchObject({
      message: "Failed to fetch courses: 503",
    });
  });

  it("reports a missing course, profile or role, and sends no request", async () => {
    const asked = answer({});
    await expect(enroll("", "prf_1")).rejects.toMatchObject({ message: "Course ID is missing" });
    await expect(updateProfile("admin" as Role, {})).rejects.toMatchObject({
      message: "Unsupported role",
    });
    remembered.remove("userProfileId");
    await expect(updateProfile("teacher", {})).rejects.toMatchObject({
      message: "Profile ID not found. Please refresh the page and try again.",
    });
    expect(asked).toEqual([]);
  });
});
