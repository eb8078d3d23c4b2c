import { getTexts } from "#translations/comments.ts";
import { callApi } from "../client/api-client.ts";
import { requireObject } from "../client/readers.ts";
import type { Comment, CommentPage } from "./comments.responses.ts";
import type { CreateCommentInput } from "./comments.ts";

const t = getTexts("comments");

const ofCourse = (courseId: string) => `/comments/course/${encodeURIComponent(courseId)}`;
const one = (id: string) => `/comments/${encodeURIComponent(id)}`;

/** Fetches the newest comments of a course, or those with a number lower than `before`. */
export async function fetchComments(courseId: string, before?: number): Promise<CommentPage> {
  const query = before === undefined ? "" : `?before=${before}`;
  const body = await callApi(ofCourse(courseId) + query, { fallback: t("call.load") });
  return requireObject<CommentPage>(body);
}

export async function writeComment(courseId: string, input: CreateCommentInput): Promise<Comment> {
  const body = await callApi(ofCourse(courseId), {
    method: "POST",
    body: input,
    fallback: t("call.post"),
  });
  return requireObject<Comment>(body);
}

export async function deleteComment(id: string): Promise<void> {
  const fallback = t("call.delete");
  await callApi(one(id), { method: "DELETE", fallback });
}

export async function hideComment(id: string, hidden: boolean): Promise<Comment> {
  const body = await callApi(`${one(id)}/hidden`, {
    method: "PUT",
    body: { hidden },
    fallback: t("call.change"),
  });
  return requireObject<Comment>(body);
}
