/** Converts a teacher's input to columns of the course table. */

import { courseAudiences } from "#lib/courses/courses.rules.ts";
import {
  type CreateCourseInput,
  type UpdateCourseInput,
  updateCourseInput,
} from "#lib/courses/courses.ts";
import { toCents } from "#lib/payments/money.ts";
import { excerpt } from "#lib/text/excerpt.ts";
import { findLanguageCode } from "#lib/text/language-codes.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { courses } from "../db/tables/courses.table.ts";
import { plainText } from "../markdown/markdown.ts";

/** Long enough for cards, feeds and search results. */
const excerptLength = 300;

/**
 * The beginning of a description without its Markdown syntax. It is computed once, when the course
 * is saved.
 */
export function makeExcerpt(description: string): string {
  return excerpt(plainText(description), excerptLength);
}

type CourseValues = Omit<
  typeof courses.$inferInsert,
  "id" | "teacherId" | "ratingSum" | "ratingCount" | "hiddenAt" | "hiddenReason" | "createdAt"
>;

// The first three are stored in columns with different names or types, and the schedule in a
// separate table.
const {
  imageUrl: _i,
  price: _p,
  discountPrice: _d,
  schedule: _s,
  ...columnFields
} = updateCourseInput.shape;

/** The fields with a column of the same name. A field without such a column is a type error. */
const fieldNames = Object.keys(
  columnFields,
) as (keyof typeof columnFields)[] satisfies (keyof CourseValues)[];

/** The columns of the fields that the input contains. Omitted fields don't change. */
export function toColumns(input: CreateCourseInput): CourseValues;
export function toColumns(input: UpdateCourseInput): Partial<CourseValues>;
export function toColumns(input: UpdateCourseInput): Partial<CourseValues> {
  const values: Partial<CourseValues> = {
    // An empty string clears the column.
    ...Object.fromEntries(
      fieldNames.map((name) => [name, input[name] === "" ? null : input[name]]),
    ),
    searchTitle: input.title === undefined ? undefined : foldForSearch(input.title),
    excerpt: input.description === undefined ? undefined : makeExcerpt(input.description),
    imageUrls: readImageUrls(input.imageUrl),
    languageCode: input.language === undefined ? undefined : findCode(input.language),
    audience: input.audience && courseAudiences.filter((each) => input.audience?.includes(each)),
    searchTopics: input.topics?.map(foldForSearch),
    priceCents: input.price === undefined ? undefined : toCents(input.price),
    discountPriceCents:
      typeof input.discountPrice === "number" ? toCents(input.discountPrice) : input.discountPrice,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

const findCode = (language: string | null): string | null =>
  (language && findLanguageCode(language)) || null;

/** Accepts one URL or a list. Undefined if the input omits the field. */
export function readImageUrls(imageUrl: UpdateCourseInput["imageUrl"]): string[] | undefined {
  if (imageUrl === undefined) return undefined;
  return [imageUrl ?? ""].flat().filter((url) => url !== "");
}
