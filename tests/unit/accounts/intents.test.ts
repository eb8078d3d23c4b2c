import { describe, expect, it } from "vitest";
import { findIntent, findIntentRole, withIntent } from "#lib/accounts/intents.ts";

describe("the page that a person signs up for", () => {
  it.each([
    ["/courses/crs_1", "/courses/crs_1"],
    ["/teachers/prf_1#trial", "/teachers/prf_1#trial"],
    ["/ar/courses/crs_1?sort=newest", "/ar/courses/crs_1?sort=newest"],
    ["/add-course", "/add-course"],
    ["/dashboard/messages?with=prf_1", "/dashboard/messages?with=prf_1"],
    [null, undefined],
    ["", undefined],
    ["/", undefined],
    ["/fr", undefined],
    ["/dashboard", undefined],
    ["/ur/dashboard?tab=settings", undefined],
    ["/login?returnTo=%2Fcourses", undefined],
    ["/ar/verify-otp", undefined],
    ["/role-selection", undefined],
    ["/es/register-student?returnTo=%2Fcourses", undefined],
    ["/nowhere", undefined],
    ["/api/auth/logout", undefined],
    ["//evil.example", undefined],
    ["/\\evil.example", undefined],
    ["/\n/evil.example", undefined],
    ["https://evil.example/courses/1", undefined],
    ["data:text/html,x", undefined],
  ])("with the return path %j is %s", (returnTo, intent) => {
    expect(findIntent(returnTo)).toBe(intent);
  });

  it.each([
    ["/courses/crs_1", "student"],
    ["/ar/teachers/prf_1#trial", "student"],
    ["/add-course", "teacher"],
    ["/edit-course/crs_1", "teacher"],
    ["/dashboard/messages?to=prf_1", "student"],
    ["/dashboard/messages", undefined],
    ["/courses", undefined],
    ["/quran/2", undefined],
    ["//evil.example/courses/1", undefined],
    [null, undefined],
  ])("%s suggests the role %s", (returnTo, role) => {
    expect(findIntentRole(returnTo)).toBe(role);
  });

  it("and the role are added to links between the account forms, but only as local paths", () => {
    expect(withIntent("/signup", { returnTo: "/courses/crs_1?a=1" })).toBe(
      "/signup?returnTo=%2Fcourses%2Fcrs_1%3Fa%3D1",
    );
    expect(withIntent("/login", { returnTo: null, proposedRole: "teacher" })).toBe(
      "/login?role=teacher",
    );
    expect(withIntent("/login", { returnTo: "/add-course", proposedRole: "teacher" })).toBe(
      "/login?returnTo=%2Fadd-course&role=teacher",
    );
    expect(withIntent("/signup", { returnTo: "//evil.example" })).toBe(
      "/signup?returnTo=%2Fdashboard",
    );
    expect(withIntent("/signup", { returnTo: null })).toBe("/signup");
  });
});
