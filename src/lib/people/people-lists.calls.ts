/** Teachers and students as anybody may read them, without a token. */
import { sendRequest } from "../client/http.ts";
import { readList, readObject } from "../client/readers.ts";

/** A teacher or a student as lists name one; other back ends may tell more or less. */
export interface WirePerson {
  _id: string;
  name?: string;
  profileImageUrl?: string;
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
