import { getTexts } from "#translations/errors.ts";

/** The error of a page or an API call that can't load a course. */
export const describeCourseNotLoaded = (): string => getTexts("errors")("courseFailed");
