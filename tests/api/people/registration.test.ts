import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { uploads } from "#server/db/tables/media.table.ts";
import { studentInput, teacherInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { hashPassword } from "../../support/password.ts";
import { addAccount, addStudent } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const register = (token: string | undefined, body: unknown) =>
  app.call("POST", "/api/auth/register", { token, body });

describe("POST /api/auth/register", () => {
  it("creates a teacher's profile and names the account after it", async () => {
    const account = await addAccount(app.context, "Old Name");
    const certificates = [{ name: "Ijazah", issuingAuthority: "Al-Azhar", year: 2015 }];
    const { status, body } = await register(account.token, {
      ...teacherInput({ name: "  Yūsuf Manṣūr ", certifications: certificates }),
      role: "teacher",
      timeZone: "GMT+3",
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      _id: expect.stringMatching(/^prf_/),
      id: body.data._id,
      role: "teacher",
      name: "Yūsuf Manṣūr",
      email: account.email,
      userId: account.userId,
      timeZone: "Asia/Riyadh",
      certifications: certificates,
      studentsCount: 0,
      lessonsCompleted: 0,
      quizzesPassed: 0,
      totalHours: 0,
      rating: 0,
      enrolledCourses: [],
      availableTimeSlots: [],
    });
    const [user] = await app.context.db.select().from(users).where(eq(users.id, account.userId));
    expect(user?.name).toBe("Yūsuf Manṣūr");
  });

  it("creates a student's profile from name, country and role alone", async () => {
    const account = await addAccount(app.context);
    const { status, body } = await register(account.token, {
      role: "student",
      name: "Maryam",
      country: "Türkiye",
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ role: "student", timeZone: "UTC", enrolledCourses: [] });
    expect(body.data).not.toHaveProperty("age");
  });

  it("ignores fields that users may not set", async () => {
    const account = await addAccount(app.context);
    const { status, body } = await register(
      account.token,
      `{"role":"teacher","name":"Yusuf","country":"Egypt","email":"other@example.org","verified":true,
        "rating":5,"ratingSum":50,"ratingCount":10,"studentsCount":99,"userId":"usr_other","_id":"prf_x",
        "id":"prf_x","featured":true,"parentGuardianName":"x","__proto__":{"verified":true}}`,
    );
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      email: account.email,
      verified: false,
      rating: 0,
      reviewCount: 0,
      studentsCount: 0,
      userId: account.userId,
    });
    expect(body.data._id).not.toBe("prf_x");
  });

  it("lets the role be chosen once, even by simultaneous calls", async () => {
    const account = await addAccount(app.context);
    const answers = await Promise.all(
      ["student", "teacher", "student", "teacher"].map((role) =>
        register(account.token, { role, name: "Amina", country: "Egypt" }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const again = await register(account.token, { role: "teacher", name: "A", country: "Egypt" });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ success: false, status: "error" });
  });

  it("rejects visitors and forged tokens", async () => {
    const body = { role: "student", name: "Amina", country: "Egypt" };
    expect((await register(undefined, body)).status).toBe(401);
    expect((await register("a.b.c", body)).status).toBe(401);
  });

  it("checks a password if one is given, and requires none", async () => {
    const account = await addAccount(app.context);
    await app.context.db
      .update(users)
      .set({ passwordHash: await hashPassword("the right one") })
      .where(eq(users.id, account.userId));
    const body = { role: "student", name: "Amina", country: "Egypt" };
    const wrong = await register(account.token, { ...body, password: "a wrong one" });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors).toEqual([{ field: "password", message: expect.any(String) }]);
    const right = await register(account.token, { ...body, password: "the right one" });
    expect(right.status).toBe(201);
  });

  it.each([
    ["role", { role: "admin" }, "Please choose a role"],
    ["role", { role: undefined }, "Please choose a role"],
    ["name", { name: " " }, "Name is required"],
    ["name", { name: undefined }, "Name is required"],
    ["name", { name: ["x"] }, "Name is required"],
    ["name", { name: "a\u0000b" }, undefined],
    ["name", { name: "a\nb" }, undefined],
    ["name", { name: "x".repeat(101) }, undefined],
    ["country", { country: undefined }, "Country is required"],
    ["country", { country: "Atlantis" }, "Please choose a country from the list"],
    ["timeZone", { timeZone: "Mars/Olympus" }, "Please choose a time zone from the list"],
    ["gender", { gender: "m" }, "Please choose a gender from the list"],
    ["age", { age: 4 }, "Age must be between 5 and 99"],
    ["age", { age: 100 }, "Age must be between 5 and 99"],
    ["age", { age: 12.5 }, "Age must be between 5 and 99"],
    ["age", { age: 1e308 }, "Age must be between 5 and 99"],
    ["age", { age: "12" }, "Age must be between 5 and 99"],
    ["quranLevel", { quranLevel: "Qari" }, "Please choose a level from the list"],
    ["spokenLanguages", { spokenLanguages: "Arabic" }, undefined],
    ["learningGoals.0", { learningGoals: [""] }, undefined],
    ["profileImageUrl", { profileImageUrl: "https://evil.example/x.png" }, undefined],
    ["profileImageUrl", { profileImageUrl: "javascript:alert(1)" }, undefined],
    ["profileImageUrl", { profileImageUrl: "/media/../../etc/passwd.webp" }, undefined],
    ["profileImageUrl", { profileImageUrl: "/media/upl_missing.webp" }, undefined],
  ])("names the invalid field %s for %o", async (field, change, message) => {
    const account = await addAccount(app.context);
    const { status, body } = await register(account.token, {
      ...studentInput(),
      role: "student",
      ...change,
    });
    expect(status).toBe(400);
    expect(body.errors).toContainEqual({ field, message: message ?? expect.any(String) });
  });

  it.each([
    ["yearsOfExperience", { yearsOfExperience: -1 }],
    ["hourlyRate", { hourlyRate: 7 }],
    ["certifications.0.year", { certifications: [{ name: "a", issuingAuthority: "b", year: 1 }] }],
    [
      "certifications.0.verificationUrl",
      {
        certifications: [
          { name: "a", issuingAuthority: "b", year: 2000, verificationUrl: "javascript:alert(1)" },
        ],
      },
    ],
    [
      "certifications.0.verificationUrl",
      {
        certifications: [
          { name: "a", issuingAuthority: "b", year: 2000, verificationUrl: "http://example.org" },
        ],
      },
    ],
    [
      "certifications.1.year",
      {
        certifications: [2000, 2099].map((year) => ({ name: "a", issuingAuthority: "b", year })),
      },
    ],
    [
      "certifications",
      {
        certifications: Array.from({ length: 21 }, () => ({
          name: "a",
          issuingAuthority: "b",
          year: 2000,
        })),
      },
    ],
    [
      "educationBackground.0.year",
      { educationBackground: [{ degree: "a", institution: "b", year: 2099 }] },
    ],
    ["educationBackground.0.degree", { educationBackground: [{ institution: "b", year: 2000 }] }],
  ])("names the teacher's invalid field %s", async (field, change) => {
    const account = await addAccount(app.context);
    const { status, body } = await register(account.token, {
      ...teacherInput(),
      role: "teacher",
      ...change,
    });
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it("names every invalid field at once", async () => {
    const account = await addAccount(app.context);
    const { body } = await register(account.token, { role: "student", name: "", age: 1 });
    expect(body.errors.map((error: { field: string }) => error.field).sort()).toEqual([
      "age",
      "country",
      "name",
    ]);
  });

  it.each(["{", "[]", '"text"', "null", "\u{ff}"])("rejects the body %s with 400", async (body) => {
    const account = await addAccount(app.context);
    expect((await register(account.token, body)).status).toBe(400);
  });

  it("accepts only the person's own uploads as the picture", async () => {
    const owner = await addAccount(app.context);
    const other = await addStudent(app.context);
    await app.context.db.insert(uploads).values({
      userId: owner.userId,
      key: "upl_own.webp",
      bytes: 1,
      width: 1,
      height: 1,
    });
    const body = { role: "student", name: "Amina", country: "Egypt" };
    const refused = await app.call("PUT", `/api/students/${other.profileId}`, {
      token: other.token,
      body: { profileImageUrl: "/media/upl_own.webp" },
    });
    expect(refused.status).toBe(400);
    const taken = await register(owner.token, {
      ...body,
      profileImageUrl: `${app.config.appUrl}/media/upl_own.webp`,
    });
    expect(taken.status).toBe(201);
    expect(taken.body.data.profileImageUrl).toBe("/media/upl_own.webp");
  });
});
