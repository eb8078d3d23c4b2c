/** The errors of reviews. */
import { getTexts } from "#translations/translate.ts";

const t = getTexts("reviews");

export const reviewMessages = {
  get notAttended() {
    return t("server.notAttended");
  },
  get written() {
    return t("server.written");
  },
  get own() {
    return t("server.own");
  },
  get noStanding() {
    return t("server.noStanding");
  },
  get missing() {
    return t("server.missing");
  },
  get decided() {
    return t("server.decided");
  },
  get nothing() {
    return t("server.nothing");
  },
  get waiting() {
    return t("server.waiting");
  },
  get removed() {
    return t("server.removed");
  },
  get ownName() {
    return t("server.ownName");
  },
  get noOther() {
    return t("server.noOther");
  },
};
