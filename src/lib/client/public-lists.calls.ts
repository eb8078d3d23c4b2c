/** Courses and people as anybody may read them, without a token. */

import { fetchCourses, type WireCourse } from "../courses/courses.calls.ts";
import { messageOf } from "./api-error.ts";
import { sendRequest } from "./http.ts";
import { readList, readObject } from "./readers.ts";

/** A teacher or a student as lists name one; other back ends may tell more or less. */
export interface WirePerson {
  _id: string;
  name?: string;
  profileImageUrl?: string;
}

const featuredCourses = 6;

/**
 * The courses that the home page features. When the call fails, which only the console is told, the
 * list that everybody shares is asked for as many.
 * @throws ApiError when that fails too.
 */
export async function fetchFeaturedCourses(): Promise<WireCourse[]> {
  const query = `?limit=${featuredCourses}`;
  try {
    const body = await sendRequest(`/courses${query}`, {
      headers: { "Content-Type": "application/json" },
      fallback: "Failed to fetch featured courses",
    });
    return readList<WireCourse>(body, "courses").slice(0, featuredCourses);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification has this logged, and shown to nobody
    console.error(messageOf(error, "Failed to fetch featured courses"));
    return (await fetchCourses(query)).slice(0, featuredCourses);
  }
}

/** @throws ApiError 'Failed to fetch teachers' where the server has no words of its own. */
export async function fetchTeachers(): Promise<WirePerson[]> {
  const body = await sendRequest("/teachers", { fallback: "Failed to fetch teachers" });
  return readList<WirePerson>(body, "teachers");
}

/** The teacher; undefined where the answer holds none. */
export async function fetchTeacher(id: string): Promise<WirePerson | undefined> {
  const body = await sendRequest(`/teachers/${encodeURIComponent(id)}`, {
    fallback: "Failed to fetch teacher",
  });
  return readObject<WirePerson>(body);
}

export function fetchStudents(): Promise<WirePerson[]> {
  return readStudents("/students", "Failed to fetch students");
}

export function fetchFeaturedStudents(): Promise<WirePerson[]> {
  return readStudents("/students/featured", "Failed to fetch featured students");
}

/** Students whose name contains the words; a blank search finds all. */
export function searchStudents(words: string): Promise<WirePerson[]> {
  if (words.trim() === "") return fetchStudents();
  const query = new URLSearchParams({ query: words.trim() });
  return readStudents(`/students/search?${query}`, "Failed to search students");
}

/** The student; undefined where the answer holds none. */
export async function fetchStudent(id: string): Promise<WirePerson | undefined> {
  const body = await sendRequest(`/students/${encodeURIComponent(id)}`, {
    fallback: "Failed to fetch student",
  });
  return readObject<WirePerson>(body);
}

async function readStudents(path: string, fallback: string): Promise<WirePerson[]> {
  return readList<WirePerson>(await sendRequest(path, { fallback }), "students");
}
