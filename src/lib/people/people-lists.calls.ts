/** Fetches public teachers and students without an access token. */

import { getTexts } from "#translations/people.ts";
import { sendRequest } from "../client/http.ts";
import { readList, readObject } from "../client/readers.ts";
import type { ProfileView } from "./people.responses.ts";

const t = getTexts("people");

/** A teacher or student in a list. Other back ends may return more or fewer fields. */
export type ApiPerson = Pick<ProfileView, "_id"> &
  Partial<Pick<ProfileView, "name" | "profileImageUrl">>;

/** @throws ApiError 'Failed to fetch teachers' if the server sends no message. */
export async function fetchTeachers(): Promise<ApiPerson[]> {
  const body = await sendRequest("/teachers", { fallback: t("teachersNotFetched") });
  return readList<ApiPerson>(body, "teachers");
}

/** Fetches a teacher; undefined if the response contains none. */
export async function fetchTeacher(id: string): Promise<ApiPerson | undefined> {
  const body = await sendRequest(`/teachers/${encodeURIComponent(id)}`, {
    fallback: t("teacherNotFetched"),
  });
  return readObject<ApiPerson>(body);
}

export function fetchStudents(): Promise<ApiPerson[]> {
  return readStudents("/students", t("studentsNotFetched"));
}

export function fetchFeaturedStudents(): Promise<ApiPerson[]> {
  return readStudents("/students/featured", t("featuredNotFetched"));
}

/** Searches students by name. A blank search returns all of them. */
export function searchStudents(search: string): Promise<ApiPerson[]> {
  if (search.trim() === "") return fetchStudents();
  const query = new URLSearchParams({ query: search.trim() });
  return readStudents(`/students/search?${query}`, t("studentsNotFound"));
}

/** Fetches a student; undefined if the response contains none. */
export async function fetchStudent(id: string): Promise<ApiPerson | undefined> {
  const body = await sendRequest(`/students/${encodeURIComponent(id)}`, {
    fallback: t("studentFailed"),
  });
  return readObject<ApiPerson>(body);
}

async function readStudents(path: string, fallback: string): Promise<ApiPerson[]> {
  return readList<ApiPerson>(await sendRequest(path, { fallback }), "students");
}
