import { describe, expect, it } from "vitest";
import { findLogInNotice } from "#lib/accounts/log-in-notices.ts";
import { findLanding, findRedirect, logInPath } from "#lib/accounts/page-guards.ts";

const guest = { signedIn: false, role: null };
const incomplete = { signedIn: true, role: null };
const student = { signedIn: true, role: "student" } as const;
const teacher = { signedIn: true, role: "teacher" } as const;

describe("the page guard", () => {
  it.each([
    ["/courses/1", guest, undefined],
    ["/courses/1", incomplete, undefined],
    ["/login", guest, undefined],
    ["/login", incomplete, "/role-selection"],
    ["/login?returnTo=%2Fregister-teacher", incomplete, "/register-teacher"],
    ["/login?returnTo=%2Fdashboard", incomplete, "/role-selection"],
    ["/login?returnTo=%2Fregister-teacher-x", incomplete, "/role-selection"],
    ["/login", student, "/dashboard"],
    ["/login?returnTo=%2Fcourses%2F1", student, "/courses/1"],
    ["/login?returnTo=https%3A%2F%2Fevil.example", student, "/dashboard"],
    ["/verify-otp", teacher, "/dashboard"],
    ["/dashboard", guest, "/login?returnTo=%2Fdashboard"],
    ["/dashboard?tab=courses", guest, "/login?returnTo=%2Fdashboard%3Ftab%3Dcourses"],
    ["/dashboard", incomplete, "/role-selection"],
    ["/dashboard", student, undefined],
    ["/dashboard/meetings", student, undefined],
    ["/role-selection", guest, "/login?returnTo=%2Frole-selection"],
    ["/role-selection", incomplete, undefined],
    ["/register-teacher", incomplete, undefined],
    ["/register-student", student, "/dashboard"],
    ["/add-course", guest, "/login?returnTo=%2Fadd-course"],
    ["/add-course", student, "/dashboard"],
    ["/add-course", teacher, undefined],
    ["/edit-course/crs_1", guest, "/login?returnTo=%2Fedit-course%2Fcrs_1"],
    ["/edit-course/crs_1", incomplete, "/role-selection"],
    ["/edit-course/crs_1", student, "/dashboard"],
    ["/edit-course/crs_1", teacher, undefined],
    ["/nowhere", guest, undefined],
    ["/ar/role-selection", incomplete, undefined],
    ["/terms-update", incomplete, undefined],
    ["/ar/terms-update", incomplete, undefined],
    ["/terms-update", guest, "/login?returnTo=%2Fterms-update"],
    ["/ur/register-teacher", incomplete, undefined],
    ["/fr/register-student", student, "/dashboard"],
    ["/es/dashboard", incomplete, "/role-selection"],
    ["/ar/login?returnTo=%2Far%2Fregister-teacher", incomplete, "/ar/register-teacher"],
    ["/login?returnTo=%2Fcourses%2F1", incomplete, "/role-selection?returnTo=%2Fcourses%2F1"],
    ["/login?returnTo=https%3A%2F%2Fevil.example", incomplete, "/role-selection"],
    ["/signup?role=teacher", incomplete, "/register-teacher"],
    ["/signup?role=admin", incomplete, "/role-selection"],
    ["/signup?role=teacher", teacher, "/dashboard"],
    ["/role-selection?returnTo=%2Fcourses%2F1", student, "/courses/1"],
    ["/register-student?returnTo=%2F%2Fevil.example", student, "/dashboard"],
    ["/register-student?returnTo=%2Frole-selection", student, "/dashboard"],
    ["/fr/register-student?returnTo=%2Ffr%2Fcourses%2F1", student, "/fr/courses/1"],
  ] as const)("redirects a request for %s by %o to %s", (path, visitor, target) => {
    expect(findRedirect(path, visitor)).toBe(target);
  });

  it.each([
    [
      "/courses/1?sort=newest",
      undefined,
      "/role-selection?returnTo=%2Fcourses%2F1%3Fsort%3Dnewest",
    ],
    ["/teachers/1#trial", undefined, "/role-selection?returnTo=%2Fteachers%2F1%23trial"],
    ["/teachers/1#trial", "student", "/register-student?returnTo=%2Fteachers%2F1%23trial"],
    ["/add-course", "teacher", "/register-teacher?returnTo=%2Fadd-course"],
    ["/es/courses/1", undefined, "/role-selection?returnTo=%2Fes%2Fcourses%2F1"],
    [null, "teacher", "/register-teacher"],
    [null, undefined, "/role-selection"],
    ["/", undefined, "/role-selection"],
    ["/ar", undefined, "/role-selection"],
    ["/dashboard?tab=courses", undefined, "/role-selection"],
    ["/signup", "teacher", "/register-teacher"],
    ["//evil.example", undefined, "/role-selection"],
    ["/\\evil.example", undefined, "/role-selection"],
    ["/\t/evil.example", "teacher", "/register-teacher"],
    ["/.//evil.example", undefined, "/role-selection"],
    ["javascript:alert(1)", undefined, "/role-selection"],
  ] as const)(
    "leads a person on the way to %s with the role %s through the completion of the profile: %s",
    (path, role, target) => {
      expect(findLanding(null, path, role)).toBe(target);
    },
  );

  it("gives the log-in page the reason that the session has ended, if it has", () => {
    expect(findRedirect("/dashboard", guest, "ended")).toBe(
      "/login?returnTo=%2Fdashboard&reason=ended",
    );
    expect(findRedirect("/courses/1", guest, "ended")).toBeUndefined();
  });

  it("shows a log-in notice only for known reasons", () => {
    expect(findLogInNotice("enroll")).toBe("Please log in to enroll in this course.");
    expect(findLogInNotice("waiting")).toBe(
      "Please log in or sign up to join the waiting list of this course.",
    );
    expect(findLogInNotice("trial")).toBe(
      "Please log in or sign up to book your free trial lesson.",
    );
    expect(findLogInNotice("ended")).toBe("Your session has ended. Please log in again.");
    for (const reason of [null, "", "toString", "<b>"]) {
      expect(findLogInNotice(reason)).toBeUndefined();
    }
  });

  it("gives the log-in page the reason for the redirect", () => {
    expect(logInPath("/courses/1", "enroll")).toBe("/login?returnTo=%2Fcourses%2F1&reason=enroll");
  });
});
