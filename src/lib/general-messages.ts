/** Error messages that belong to no noun. */
import { getTexts } from "#translations/errors.ts";

const t = getTexts("errors");

export const generalMessages = {
  get unauthenticated() {
    return t("unauthenticated");
  },
  get noToken() {
    return t("noToken");
  },
  get notAuthenticated() {
    return t("notAuthenticated");
  },
  get authenticationError() {
    return t("authenticationError");
  },
  get logInAgain() {
    return t("logInAgain");
  },
  get failed() {
    return t("failed");
  },
  get reload() {
    return t("reload");
  },
  get unexpected() {
    return t("unexpected");
  },
};
