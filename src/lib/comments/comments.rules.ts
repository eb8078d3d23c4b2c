/** Limits and messages of comments that islands need without the schemas. */
import { getTexts } from "#translations/comments.ts";

const t = getTexts("comments");

export const maxCommentLength = 2000;

export const commentMessages = {
  get locked() {
    return t("locked");
  },
  get closed() {
    return t("closed");
  },
  get missing() {
    return t("server.missing");
  },
  get empty() {
    return t("empty");
  },
};
