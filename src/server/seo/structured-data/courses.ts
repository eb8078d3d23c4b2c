/** Structured data of courses for search engines. */

import { hasEnded } from "#lib/courses/course-dates.ts";
import { labelLevel } from "#lib/courses/course-labels.ts";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import { payablePrice } from "#lib/payments/money.ts";
import { localizePath } from "#lib/site/locale.ts";
import { courseImagePath } from "../paths.ts";
import { organizationRef } from "./site.ts";
import { present, type Thing } from "./thing.ts";

/**
 * A course with its dates, price and, if it has been rated, rating.
 * @param hasClasses whether the course is free or has a class left for new students.
 */
export function courseThing(appUrl: string, course: CourseView, hasClasses = true): Thing {
  const path = `/courses/${course._id}`;
  const url = appUrl + localizePath(path);
  return {
    "@type": "Course",
    "@id": appUrl + path,
    url,
    name: course.title,
    description: course.excerpt,
    image: appUrl + localizePath(courseImagePath(course._id)),
    provider: organizationRef(appUrl),
    inLanguage: course.language && {
      "@type": "Language",
      name: course.language,
      alternateName: course.languageCode,
    },
    educationalLevel: labelLevel(course.level),
    keywords: present(course.topics),
    teaches: present(course.objectives),
    coursePrerequisites: present(course.requirements),
    totalHistoricalEnrollment: course.enrolledCount,
    offers: offer(url, course, hasClasses),
    hasCourseInstance: instance(appUrl, course),
    aggregateRating: rating(course),
  };
}

/** The courses of a list page, in the page's order. `first` is the position of the first one. */
export function courseList(appUrl: string, courses: readonly CourseView[], first: number): Thing {
  return {
    "@type": "ItemList",
    itemListElement: courses.map(({ _id, title }, index) => ({
      "@type": "ListItem",
      position: first + index,
      url: appUrl + localizePath(`/courses/${_id}`),
      name: title,
    })),
  };
}

function offer(url: string, course: CourseView, hasClasses: boolean): Thing {
  const price = payablePrice(course);
  return {
    "@type": "Offer",
    url,
    category: price === 0 ? "Free" : "Paid",
    price,
    priceCurrency: "USD",
    availability: `https://schema.org/${availability(course, hasClasses)}`,
  };
}

function availability(course: CourseView, hasClasses: boolean): string {
  if (hasEnded(course, course.timeZone, new Date())) return "Discontinued";
  if (!hasClasses) return "OutOfStock";
  return course.isFull ? "SoldOut" : "InStock";
}

function instance(appUrl: string, course: CourseView): Thing {
  const { teacherId: teacher } = course;
  return {
    "@type": "CourseInstance",
    courseMode: "Online",
    startDate: course.startDate,
    endDate: course.endDate,
    maximumAttendeeCapacity: course.maxStudents,
    instructor: {
      "@type": "Person",
      "@id": `${appUrl}/teachers/${teacher._id}`,
      name: teacher.name,
      url: appUrl + localizePath(`/teachers/${teacher._id}`),
    },
    courseSchedule: course.schedule.map(({ day, startTime, endTime }) => ({
      "@type": "Schedule",
      repeatFrequency: "Weekly",
      repeatCount: course.duration,
      byDay: `https://schema.org/${day}`,
      startTime,
      endTime,
      startDate: course.startDate,
      endDate: course.endDate,
      scheduleTimezone: course.timeZone,
    })),
  };
}

/** Omitted if the course has no reviews. */
function rating({ rating, ratingCount }: CourseView): Thing | undefined {
  if (ratingCount === 0) return undefined;
  return {
    "@type": "AggregateRating",
    ratingValue: Math.round(rating * 100) / 100,
    ratingCount,
    bestRating: 5,
    worstRating: 1,
  };
}
