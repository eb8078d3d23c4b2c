/** The names of settings, for pages that don't load their schemas. */
import { getTexts } from "#translations/settings.ts";
import type { SettingKey } from "./settings.ts";

const t = getTexts("settings");

const names: Readonly<Record<SettingKey, () => string>> = {
  supportAddress: () => t("supportAddress.title"),
  legalEntity: () => t("legalEntity.title"),
  onCallAddresses: () => t("onCallAddresses.title"),
  platformFee: () => t("platformFee.title"),
  minimumPrice: () => t("minimumPrice.title"),
  featuredCourses: () => t("featuredCourses.title"),
  featuredStudents: () => t("featuredStudents.title"),
  aboutFigures: () => t("aboutFigures.title"),
  aboutTestimonials: () => t("aboutTestimonials.title"),
  announcement: () => t("announcement.title"),
  signUps: () => t("signUps.title"),
  vetting: () => t("vetting.title"),
};

const isSetting = (key: string): key is SettingKey => Object.hasOwn(names, key);

/** The name of a setting; undefined for one of an earlier version. */
export const nameSetting = (key: string): string | undefined =>
  isSetting(key) ? names[key]() : undefined;
