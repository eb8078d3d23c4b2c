/** Creates realistic inputs for the demo data and the tests. Omitted fields get valid defaults. */
import { Temporal } from "temporal-polyfill";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import type { StudentProfileInput, TeacherProfileInput } from "#lib/people/people.ts";

/** A teacher in Cairo. */
export function teacherInput(overrides: Partial<TeacherProfileInput> = {}): TeacherProfileInput {
  return {
    name: "Yusuf Mansour",
    country: "Egypt",
    timeZone: "Africa/Cairo",
    gender: "male",
    nativeLanguage: "Arabic",
    spokenLanguages: ["Arabic", "English"],
    quranLevel: "Qari",
    bio: "I have taught tajweed to children and adults for nine years.",
    specializations: ["Tajweed"],
    yearsOfExperience: 6,
    hourlyRate: 15,
    ...overrides,
  };
}

/** An adult student in Karachi. */
export function studentInput(overrides: Partial<StudentProfileInput> = {}): StudentProfileInput {
  return {
    name: "Maryam Siddiqui",
    country: "Pakistan",
    timeZone: "Asia/Karachi",
    gender: "female",
    nativeLanguage: "Urdu",
    spokenLanguages: ["Urdu", "English"],
    quranLevel: "Beginner",
    age: 27,
    learningGoals: ["Read with correct tajweed"],
    ...overrides,
  };
}

/**
 * A free draft for beginners with one class a week for eight weeks, from the first Monday of next
 * winter.
 */
export function courseInput(overrides: Partial<CreateCourseInput> = {}): CreateCourseInput {
  return {
    title: "Tajweed from the first letter",
    description: "We begin with the points of articulation and read a short passage every week.",
    imageUrl: "",
    price: 0,
    duration: 8,
    level: "Beginner",
    topics: ["Tajweed"],
    ...nextWinter(),
    maxStudents: 10,
    status: "draft",
    schedule: [{ day: "Monday", startTime: "17:00", endTime: "18:00" }],
    hasDiscount: false,
    language: "English",
    audience: ["children", "teens", "adults"],
    ...overrides,
  };
}

/**
 * Dates that are at least a month from now, in a season without daylight saving changes. Tests that
 * need such a change set their own dates.
 */
function nextWinter() {
  const soon = Temporal.PlainDate.from(new Date().toISOString().slice(0, 10)).add({ months: 1 });
  const newYear = new Temporal.PlainDate(soon.year + 1, 1, 1);
  const firstMonday = newYear.add({ days: (8 - newYear.dayOfWeek) % 7 });
  const lastFriday = firstMonday.add({ weeks: 7, days: 4 });
  return { startDate: firstMonday.toString(), endDate: lastFriday.toString() };
}
