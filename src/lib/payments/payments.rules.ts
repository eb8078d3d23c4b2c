import { getTexts } from "#translations/payments.ts";

const t = getTexts("payments");

/** Messages about payment accounts. The English texts are fixed by the specification. */
export const paymentAccountMessages = {
  get missing() {
    return t("account.missing");
  },
  get unavailable() {
    return t("account.unavailable");
  },
  get linkFailed() {
    return t("account.linkFailed");
  },
  get setupFailed() {
    return t("account.setupFailed");
  },
};
