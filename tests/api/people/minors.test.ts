import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrolment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
let child: Person;
let teenager: Person;
let course: string;
beforeAll(async () => {
  app = await createTestApp();
  teacher = await addTeacher(app.context);
  course = await addCourse(app.context, teacher, { endDate: "2999-12-31" });
  const shared = {
    gender: "female" as const,
    country: "Malaysia",
    timeZone: "Asia/Kuala_Lumpur",
    nativeLanguage: "Malay",
    spokenLanguages: ["Malay"],
    profileImageUrl: "/media/face.webp",
  };
  child = await addStudent(app.context, { ...shared, name: "Aisyah Binti Rahmat", age: 8 });
  teenager = await addStudent(app.context, { ...shared, name: "Nur Hidayah", age: 15 });
  await addStudent(app.context, { ...shared, name: "Siti Kamal", age: 18 });
  await addEnrolment(app.context, child, course);
});
afterAll(() => app.close());

const listed = async (path: string): Promise<string[]> => {
  const { status, body } = await app.call("GET", path);
  expect(status).toBe(200);
  return body.data.students.map(({ name }: { name: string }) => name);
};

describe("a minor", () => {
  it("is known to strangers by the first name and an initial, and by nothing of home", async () => {
    const expected = { child: "Aisyah R.", teenager: "Nur H." };
    for (const [key, person] of Object.entries({ child, teenager })) {
      for (const path of [`/students/${person.profileId}`, `/users/authUser/${person.userId}`]) {
        const { status, body } = await app.call("GET", `/api${path}`);
        expect(status).toBe(200);
        expect(body.data.name).toBe(expected[key as keyof typeof expected]);
        expect(body.data).toMatchObject({ spokenLanguages: [], enrolledCourses: [] });
        for (const field of ["country", "timeZone", "gender", "nativeLanguage", "profileImageUrl"])
          expect(body.data).not.toHaveProperty(field);
      }
    }
  });

  it("sees the own profile whole", async () => {
    const { token, profileId } = child;
    const { body } = await app.call("GET", `/api/students/${profileId}`, { token });
    expect(body.data).toMatchObject({
      name: "Aisyah Binti Rahmat",
      country: "Malaysia",
      profileImageUrl: "/media/face.webp",
      enrolledCourses: [{ courseId: course }],
    });
  });

  it("is named with an initial and without a picture among the enrolled", async () => {
    for (const path of ["/api/courses", `/api/courses/${course}`]) {
      const { body } = await app.call("GET", path);
      const { enrolledStudentIds } = body.data.courses?.[0] ?? body.data;
      expect(enrolledStudentIds).toEqual([{ _id: child.profileId, name: "Aisyah R." }]);
    }
  });

  it("signs a review with an initial", async () => {
    const headers = { "app-id": "halaqa" };
    const written = await app.call("POST", "/api/reviews", {
      token: teenager.token,
      headers,
      body: { resourceId: "halaqa", rating: 5, content: "I like my class." },
    });
    expect(written.status).toBe(201);
    const { body } = await app.call("GET", "/api/reviews/resource/type", { headers });
    expect(body.data).toMatchObject([{ authorName: "Nur H.", authorImageUrl: null }]);
  });

  it("stands in no list below the age of 13, and is found by the first name alone above", async () => {
    expect(await listed("/api/students")).toEqual(["Siti Kamal", "Nur H."]);
    expect(await listed("/api/students/search?query=aisyah")).toEqual([]);
    expect(await listed("/api/students/search?query=nur")).toEqual(["Nur H."]);
    expect(await listed("/api/students/search?query=hidayah")).toEqual([]);
    expect(await listed("/api/students?search=nur+hidayah")).toEqual([]);
    expect(await listed("/api/students/search?query=kamal")).toEqual(["Siti Kamal"]);
  });
});
