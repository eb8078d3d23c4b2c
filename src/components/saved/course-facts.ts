/** The facts that families compare courses by, in the order of importance to them. */
import { findNextClasses } from "#lib/classes/weekly-classes.ts";
import { labelAudience, labelLevel } from "#lib/courses/course-labels.ts";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import { findNextClass } from "#lib/courses/next-class.ts";
import { formatPayable, payablePrice } from "#lib/payments/money.ts";
import { formatRating } from "#lib/reviews/ratings.ts";
import { isolated } from "#lib/text/bidi.ts";
import { capitalize } from "#lib/text/capitalize.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { labelWrittenLanguage } from "#lib/text/language-codes.ts";
import { formatWeekly } from "#lib/time/format-hours.ts";
import { describeZone, formatUpcoming } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("saved");
const courseTexts = getTexts("courses");

export interface ComparedFact {
  name: string;
  /** The lines of each column. */
  values: string[][];
}

/** @param zone the viewer's IANA time zone. Without it, times are the teacher's, with the offset. */
export function listCourseFacts(
  courses: readonly CourseView[],
  zone: string | undefined,
  now: Date,
): ComparedFact[] {
  const fact = (name: string, read: (course: CourseView) => string | readonly string[]) => ({
    name,
    values: courses.map((course) => [read(course)].flat().filter(Boolean)),
  });
  return [
    fact(t("server.fact.price"), describePrice),
    fact(t("server.fact.next"), (course) => {
      const next = findNextClass(course, now);
      if (!next) return t("server.noClasses");
      return formatUpcoming(next.at, zone ?? course.timeZone, zone === undefined);
    }),
    fact(t("server.fact.times"), (course) => listTimes(course, zone, now)),
    fact(t("server.fact.classes"), (course) => t("server.weeks", { count: course.duration })),
    fact(t("server.fact.language"), ({ language }) =>
      language ? labelWrittenLanguage(language) : "",
    ),
    fact(t("server.fact.audience"), ({ audience }) => audience.map(labelAudience)),
    fact(t("server.fact.level"), ({ level }) => labelLevel(level)),
    fact(t("server.fact.seats"), describeSeats),
    fact(t("server.fact.rating"), (course) => describeRating(course.rating, course.ratingCount)),
    fact(t("server.fact.teacher"), ({ teacherId }) => isolated(teacherId.name)),
    fact(t("server.fact.taughtBy"), ({ teacherId }) => nameTaughtBy(teacherId.gender)),
    fact(t("server.fact.trial"), ({ teacherId }) => yesOrNo(teacherId.offersTrials)),
  ];
}

export const yesOrNo = (value: boolean): string => t(value ? "server.yes" : "server.no");

export function nameTaughtBy(gender: string | undefined): string {
  if (gender === "female") return t("server.woman");
  return gender === "male" ? t("server.man") : "";
}

export function describeRating(rating: number, count: number): string {
  if (count === 0) return t("server.notRated");
  return t("server.rated", { rating: formatRating(rating), count: formatCount(count) });
}

function describePrice(course: CourseView): string[] {
  const price = payablePrice(course) === 0 ? courseTexts("server.free") : formatPayable(course);
  const late = course.lateJoining;
  return [price, late ? courseTexts("server.card.classesLeft", late) : ""];
}

function describeSeats({ isFull, seatsLeft, maxStudents }: CourseView): string {
  if (isFull) return t("server.full");
  return t("server.seatsLeft", { left: formatCount(seatsLeft), seats: formatCount(maxStudents) });
}

/** The weekly classes that are left: 'Tuesday 17:30-18:30'. */
function listTimes(course: CourseView, zone: string | undefined, now: Date): string[] {
  const lines = findNextClasses(course, now).flatMap(({ next }) => {
    if (!next) return [];
    const { day, hours } = formatWeekly(next, zone ?? course.timeZone);
    return `${capitalize(day)} ${hours}`;
  });
  if (lines.length === 0) return [t("server.noClasses")];
  return zone === undefined ? [...lines, describeZone(course.timeZone)] : lines;
}
