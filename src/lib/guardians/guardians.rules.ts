/** Messages about guardians that islands need without the schemas. */
import { getTexts } from "#translations/guardians.ts";

const t = getTexts("guardians");

/** The page on which students see whether their guardian has confirmed. */
export const guardianSettingsPath = "/dashboard?tab=settings#guardian";

export const guardianConsentMessages = {
  get expired() {
    return t("message.expired");
  },
  get requested() {
    return t("message.requested");
  },
  get nobody() {
    return t("message.nobody");
  },
  get confirmed() {
    return t("message.confirmed");
  },
  get noAddress() {
    return t("message.noAddress");
  },
  get declined() {
    return t("message.declined");
  },
  get tooSoon() {
    return t("message.tooSoon");
  },
  get ownAddress() {
    return t("message.ownAddress");
  },
  get notYet() {
    return t("message.notYet");
  },
};

export const guardianMessages = {
  get ended() {
    return t("message.ended");
  },
};
