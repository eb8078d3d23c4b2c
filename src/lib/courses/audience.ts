/** Whether a course is meant for a student's age. */
import { adultAge, isChild } from "../people/people.options.ts";
import type { CourseAudience } from "./courses.rules.ts";

/** The audience that a person of this age belongs to. */
export function findAudience(age: number): CourseAudience {
  if (isChild(age)) return "children";
  return age < adultAge ? "teens" : "adults";
}

/** Courses without an audience suit everyone, and so do courses for people who gave no age. */
export function suitsAge(audience: readonly CourseAudience[], age: number | null): boolean {
  return age === null || audience.length === 0 || audience.includes(findAudience(age));
}
