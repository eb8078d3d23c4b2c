/** Fetches public teachers and students without an access token. */
import { sendRequest } from "../client/http.ts";
import { readList, readObject } from "../client/readers.ts";
import type { ProfileView } from "./people.responses.ts";

/** A teacher or student in a list. Other back ends may return more or fewer fields. */
export type ApiPerson = Pick<ProfileView, "_id"> &
  Partial<Pick<ProfileView, "name" | "profileImageUrl">>;

/** @throws ApiError 'Failed to fetch teachers' if the server sends no message. */
export async function fetchTeachers(): Promise<ApiPerson[]> {
  const body = await sendRequest("/teachers", { fallback: "Failed to fetch teachers" });
  return readList<ApiPerson>(body, "teachers");
}

/** Fetches a teacher; undefined if the response contains none. */
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

/** Searches students by name. A blank search returns all of them. */
export function searchStudents(search: string): Promise<ApiPerson[]> {
  if (search.trim() === "") return fetchStudents();
  const query = new URLSearchParams({ query: search.trim() });
  return readStudents(`/students/search?${query}`, "Failed to search students");
}

/** Fetches a student; undefined if the response contains none. */
export async function fetchStudent(id: string): Promise<ApiPerson | undefined> {
  const body = await sendRequest(`/students/${encodeURIComponent(id)}`, {
    fallback: "Failed to fetch student",
  });
  return readObject<ApiPerson>(body);
}

async function readStudents(path: string, fallback: string): Promise<ApiPerson[]> {
  return readList<ApiPerson>(await sendRequest(path, { fallback }), "students");
}
