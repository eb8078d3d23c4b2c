/** Teachers and students as anybody may read them, without a token. */
import { sendRequest } from "../client/http.ts";
import { readList, readObject } from "../client/readers.ts";
import type { ProfileView } from "./people.responses.ts";

/** A teacher or student in a list. Other back ends may return more or less. */
export type ApiPerson = Pick<ProfileView, "_id"> &
  Partial<Pick<ProfileView, "name" | "profileImageUrl">>;

/** @throws ApiError 'Failed to fetch teachers' if the server sends no message. */
export async function fetchTeachers(): Promise<ApiPerson[]> {
  const body = await sendRequest("/teachers", { fallback: "Failed to fetch teachers" });
  return readList<ApiPerson>(body, "teachers");
}

/** The teacher; undefined where the answer holds none. */
export async function fetchTeacher(id: string): Promise<ApiPerson | undefined> {
  const body = await sendRequest(`/teachers/${encodeURIComponent(id)}`, {
    fallback: "Failed to fetch teacher",
  });
  return readObject<ApiPerson>(body);
}

export function fetchStudents(): Promise<ApiPerson[]> {
  return readStudents("/students", "Failed to fetch students");
}

export function fetchFeaturedStudents(): Promise<ApiPerson[]> {
  return readStudents("/students/featured", "Failed to fetch featured students");
}

/** Students whose name contains the text. A blank search finds all. */
export function searchStudents(search: string): Promise<ApiPerson[]> {
  if (search.trim() === "") return fetchStudents();
  const query = new URLSearchParams({ query: search.trim() });
  return readStudents(`/students/search?${query}`, "Failed to search students");
}

/** The student; undefined where the answer holds none. */
export async function fetchStudent(id: string): Promise<ApiPerson | undefined> {
  const body = await sendRequest(`/students/${encodeURIComponent(id)}`, {
    fallback: "Failed to fetch student",
  });
  return readObject<ApiPerson>(body);
}

async function readStudents(path: string, fallback: string): Promise<ApiPerson[]> {
  return readList<ApiPerson>(await sendRequest(path, { fallback }), "students");
}
