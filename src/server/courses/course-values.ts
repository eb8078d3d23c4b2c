/** Converts a teacher's input to columns of the course table. */
import type { CreateCourseInput, UpdateCourseInput } from "#lib/courses/courses.ts";
import { toCents } from "#lib/payments/money.ts";
import { excerpt } from "#lib/text/excerpt.ts";
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
  | "id"
  | "teacherId"
  | "verified"
  | "ratingSum"
  | "ratingCount"
  | "hiddenAt"
  | "hiddenReason"
  | "createdAt"
>;

/** The columns of the fields that the input contains. Omitted fields don't change. */
export function toColumns(input: CreateCourseInput): CourseValues;
export function toColumns(input: UpdateCourseInput): Partial<CourseValues>;
export function toColumns(input: UpdateCourseInput): Partial<CourseValues> {
  const values: Partial<CourseValues> = {
    title: input.title,
    searchTitle: input.title === undefined ? undefined : foldForSearch(input.title),
    description: input.description,
    excerpt: input.description === undefined ? undefined : makeExcerpt(input.description),
    level: input.level,
    category: emptied(input.category),
    language: emptied(input.language),
    imageUrls: readImageUrls(input.imageUrl),
    topics: input.topics,
    searchTopics: input.topics?.map(foldForSearch),
    objectives: input.objectives,
    requirements: input.requirements,
    priceCents: input.price === undefined ? undefined : toCents(input.price),
    hasDiscount: input.hasDiscount,
    discountPriceCents:
      typeof input.discountPrice === "number" ? toCents(input.discountPrice) : input.discountPrice,
    duration: input.duration,
    startDate: emptied(input.startDate),
    endDate: emptied(input.endDate),
    maxStudents: input.maxStudents,
    status: input.status,
    refundPolicy: input.refundPolicy,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** An empty string clears the column. Undefined leaves it unchanged. */
function emptied(value: string | null | undefined): string | null | undefined {
  return value === "" ? null : value;
}

/** Accepts one URL or a list. Undefined if the input omits the field. */
export function readImageUrls(imageUrl: UpdateCourseInput["imageUrl"]): string[] | undefined {
  if (imageUrl === undefined) return undefined;
  return [imageUrl ?? ""].flat().filter((url) => url !== "");
}
