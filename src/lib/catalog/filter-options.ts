/** The options of filters that courses and teachers share, and what they mean. */
import { getTexts } from "#translations/catalog.ts";
import { formatPrice } from "../payments/money.ts";

const t = getTexts("catalog");

/**
 * Price ranges, in cents, by what a student pays. `fromCents` is inclusive and `belowCents`
 * exclusive.
 */
export const priceBands = [
  {
    value: "free",
    get label() {
      return t("server.price.free");
    },
    fromCents: 0,
    belowCents: 1,
  },
  {
    value: "under-40",
    get label() {
      return t("server.price.below", { amount: formatPrice(40) });
    },
    fromCents: 1,
    belowCents: 40_00,
  },
  {
    value: "40-to-79",
    get label() {
      return t("server.price.between", { lowest: formatPrice(40), highest: formatPrice(79) });
    },
    fromCents: 40_00,
    belowCents: 80_00,
  },
  {
    value: "from-80",
    get label() {
      return t("server.price.above", { amount: formatPrice(80) });
    },
    fromCents: 80_00,
    belowCents: Infinity,
  },
] as const;
export type PriceBand = (typeof priceBands)[number]["value"];

/**
 * Teacher genders that can be filtered by. Teachers of another or no gender appear only without
 * this filter.
 */
export const teacherGenders = [
  {
    value: "female",
    get label() {
      return t("server.gender.female");
    },
    get chosen() {
      return t("server.gender.chosen.female");
    },
  },
  {
    value: "male",
    get label() {
      return t("server.gender.male");
    },
    get chosen() {
      return t("server.gender.chosen.male");
    },
  },
] as const;
export type TeacherGender = (typeof teacherGenders)[number]["value"];
