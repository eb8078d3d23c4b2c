/** Every profile field is stored, shown to its owner, exported and erased. */
import { eq, getTableColumns } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forEachPreference } from "#lib/account-settings/email-preferences.ts";
import type { Role } from "#lib/people/people.options.ts";
import {
  type StudentProfileInput,
  studentProfile,
  type TeacherProfileInput,
  teacherProfile,
} from "#lib/people/people.ts";
import { keptProfileColumns } from "#server/account-settings/erasure/erase.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { join, password } from "../accounts/browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());

const shared = {
  name: "Amina Yusuf",
  phoneNumber: "+20 100 000 0000",
  country: "Egypt",
  timeZone: "Africa/Cairo",
  gender: "female",
  nativeLanguage: "Arabic",
  spokenLanguages: ["Arabic", "English"],
  // Uploaded images are covered by tests/api/media and tests/api/account-settings.
  profileImageUrl: "",
} as const;

/** A value for each field. A new schema field without one is a type error here. */
const samples: {
  student: Required<StudentProfileInput>;
  teacher: Required<TeacherProfileInput>;
} = {
  student: {
    ...shared,
    spokenLanguages: [...shared.spokenLanguages],
    quranLevel: "Beginner",
    age: 24,
    parentGuardianName: "Salma Yusuf",
    parentGuardianContact: "+20 100 000 0001",
    learningGoals: ["Memorization"],
    preferredTeachingMethods: ["Repetition"],
  },
  teacher: {
    ...shared,
    spokenLanguages: [...shared.spokenLanguages],
    quranLevel: "Hafiz",
    age: 40,
    bio: "I teach with patience.",
    specializations: ["Tajweed"],
    yearsOfExperience: 12,
    hourlyRate: 20,
    certifications: [
      {
        name: "Ijazah",
        issuingAuthority: "Al-Azhar",
        year: 2015,
        verificationUrl: "https://a.test/1",
      },
    ],
    educationBackground: [
      { degree: "BA", major: "Tafsir", institution: "Al-Azhar University", year: 2010 },
    ],
    offersTrials: true,
  },
};

/** Columns that users don't enter, or that are exported under another name. */
const reasons: Record<string, string> = {
  searchName: "derived from the name",
  searchSpecializations: "derived from the specializations",
  ratingSum: "exported as rating",
  ratingCount: "exported as rating and reviewCount",
  updatedAt: "when the row changed last",
  checklistDismissedAt: "that a list of hints was hidden",
  deviceTestedAt: "that a hint was followed",
  ...forEachPreference(() => "an email preference"),
  guardianConfirmed: "whether the guardian's contact confirmed",
  guardianDeclined: "an address that isn't the guardian's",
  profileImageUrl: "absent while there is no image",
};

async function register(role: Role) {
  const { token } = await join(app);
  const body = { role, ...samples[role] };
  const answer = await app.call("POST", "/api/auth/register", { token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { token, profile: answer.body.data, isOwn: eq(profiles.id, answer.body.data._id) };
}

const entered = (role: Role) => {
  const { profileImageUrl: _image, ...fields } = samples[role];
  return fields;
};

test.each(["student", "teacher"] as const)(
  "every field that a %s enters is returned and exported",
  async (role) => {
    const { token, profile } = await register(role);
    expect(profile).toMatchObject(entered(role));
    const exported = await app.call("GET", "/api/users/me/export", { token });
    expect(exported.body.data.profile).toMatchObject(entered(role));
  },
);

test.each(["student", "teacher"] as const)(
  "every field of a %s can be emptied or changed",
  async (role) => {
    const { token, profile, isOwn } = await register(role);
    const emptied = Object.fromEntries(
      Object.entries(entered(role)).map(([name, value]) => {
        if (["name", "country", "timeZone"].includes(name)) return [name, value];
        return [name, Array.isArray(value) ? [] : typeof value === "boolean" ? !value : null];
      }),
    );
    const path = `/api/${role}s/${profile._id}`;
    const answer = await app.call("PUT", path, { token, body: emptied });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const [row] = await app.context.db.select().from(profiles).where(isOwn);
    const { certifications: _c, educationBackground: _e, ...columns } = emptied;
    expect(row).toMatchObject(columns);
  },
);

test("every column of profiles is in an export, or has a reason not to be", async () => {
  const exported = new Set<string>();
  for (const role of ["student", "teacher"] as const) {
    const { token } = await register(role);
    const { body } = await app.call("GET", "/api/users/me/export", { token });
    for (const name of Object.keys(body.data.profile)) exported.add(name);
  }
  const missing = Object.keys(getTableColumns(profiles)).filter((name) => !exported.has(name));
  expect(missing.toSorted()).toEqual(Object.keys(reasons).toSorted());
});

test.each(["student", "teacher"] as const)(
  "deleting the account of a %s erases every column that isn't kept for others",
  async (role) => {
    const { token, isOwn } = await register(role);
    const { db } = app.context;
    const [before] = await db.select().from(profiles).where(isOwn);
    const answer = await app.call("DELETE", "/api/users/me", {
      token,
      body: { currentPassword: password },
    });
    expect(answer.status).toBe(200);
    const [after] = await db.select().from(profiles).where(isOwn);
    if (!before || !after) throw new Error("There is no profile");
    const kept: readonly string[] = keptProfileColumns;
    const { name, ...rest } = after;
    expect(name).toBe("Former member");
    const left = Object.entries(rest).filter(
      ([column, value]) =>
        !kept.includes(column) &&
        value !== null &&
        value !== "" &&
        value !== false &&
        !(Array.isArray(value) && value.length === 0),
    );
    expect(left).toEqual([]);
  },
);

test("an erasure keeps no column that the user entered except the time zone", () => {
  const fields = Object.keys({ ...studentProfile.shape, ...teacherProfile.shape });
  expect(keptProfileColumns.filter((column) => fields.includes(column))).toEqual(["timeZone"]);
});
