import { getTexts } from "#translations/recitations.ts";
import { callApi } from "../client/api-client.ts";
import { sendRequest } from "../client/http.ts";
import { readMessage, requireObject } from "../client/readers.ts";
import type {
  PassagePreparation,
  RecitationLog,
  StudentsWithProgress,
  VerseMarks,
} from "./recitations.responses.ts";
import type { NewRecitationInput, PassageQuery, RecitationInput } from "./recitations.ts";

const t = getTexts("recitations");

const part = encodeURIComponent;

export interface SeatKey {
  courseId: string;
  studentId: string;
}

const pathOf = ({ courseId, studentId }: SeatKey) =>
  `/recitations/course/${part(courseId)}/student/${part(studentId)}`;

/** Fetches the students of the teacher's own course with their latest lessons. */
export async function fetchStudentsWithProgress(courseId: string): Promise<StudentsWithProgress> {
  const fallback = t("call.students");
  return requireObject(await callApi(`/recitations/course/${part(courseId)}`, { fallback }));
}

export async function fetchRecitations(seat: SeatKey, page: number): Promise<RecitationLog> {
  const fallback = t("call.lessons");
  return requireObject(await callApi(`${pathOf(seat)}?page=${page}`, { fallback }));
}

/**
 * Records a new lesson or corrects an existing one.
 * @param owner the ID of the user who listened; by default the logged-in user.
 * @returns the ID of a new lesson.
 */
export async function saveRecitation(
  target: SeatKey & { lessonId?: string | undefined },
  input: RecitationInput | NewRecitationInput,
  owner?: string,
): Promise<{ _id: string } | undefined> {
  const { lessonId } = target;
  const isNew = lessonId === undefined;
  const body = await callApi(isNew ? pathOf(target) : `/recitations/${part(lessonId)}`, {
    method: isNew ? "POST" : "PUT",
    ...(owner !== undefined && { owner }),
    body: input,
    fallback: t("call.save"),
  });
  return isNew ? requireObject(body) : undefined;
}

export async function removeRecitation(lessonId: string): Promise<void> {
  await callApi(`/recitations/${part(lessonId)}`, {
    method: "DELETE",
    fallback: t("call.delete"),
  });
}

/** Fetches what a teacher needs to know before a student recites a passage. */
export async function fetchPreparation(
  seat: SeatKey,
  { from, to }: PassageQuery,
): Promise<PassagePreparation> {
  const query = `from=${part(from)}&to=${part(to)}`;
  const fallback = t("call.weakWords");
  return requireObject(await callApi(`${pathOf(seat)}/passage?${query}`, { fallback }));
}

/** Fetches how well the logged-in student knows the verses and words of a passage. */
export async function fetchVerseMarks({ from, to }: PassageQuery): Promise<VerseMarks> {
  const fallback = t("call.memorized");
  return requireObject(
    await callApi(`/recitations/marks?from=${part(from)}&to=${part(to)}`, { fallback }),
  );
}

/** @returns the success message for the student. */
export async function renewGuardianLink(courseId: string): Promise<string> {
  const body = await callApi(`/recitations/course/${part(courseId)}/guardian-link`, {
    method: "POST",
    body: {},
    fallback: t("call.sendLink"),
  });
  return readMessage(body) ?? t("call.linkSent");
}

/** Revokes the guardian's link. */
export async function turnOffGuardianLink(token: string): Promise<void> {
  await sendRequest("/recitations/guardian-link/end", {
    method: "POST",
    body: { token },
    fallback: t("call.endLink"),
  });
}
