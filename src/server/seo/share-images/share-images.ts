/** Pictures for link previews: PNG, 1200 × 630. */
import { formatPrice, payablePrice } from "#lib/payments/money.ts";
import { site } from "#lib/site/site.ts";
import type { Context } from "../../context.ts";
import { findCourse } from "../../courses/courses.ts";
import { sharp } from "../../media/decoders.ts";
import { findTeacher } from "../../people/teachers.ts";
import { type Card, drawCard } from "./card.ts";

/** For the site itself and every page without a picture of its own. */
export function drawSiteImage(): Promise<Buffer> {
  return drawPng({
    kind: site.meaning,
    title: "Learn Quran Online with Expert Teachers",
    facts: ["Live courses in small groups, in your own time zone"],
  });
}

/** @throws 404 unless the course is published. */
export async function drawCourseImage(context: Context, courseId: string): Promise<Buffer> {
  const course = await findCourse(context, undefined, courseId);
  const price = payablePrice(course);
  return drawPng({
    kind: "Course",
    title: course.title,
    facts: [
      `With ${course.teacherId.name}`,
      course.level,
      price === 0 ? "Free" : formatPrice(price),
    ],
  });
}

/** @throws 404 when the teacher does not exist. */
export async function drawTeacherImage(context: Context, profileId: string): Promise<Buffer> {
  const teacher = await findTeacher(context, undefined, profileId);
  return drawPng({
    kind: "Teacher",
    title: teacher.name,
    facts: teacher.specializations.slice(0, 3),
  });
}

/** Few colors make it a third as large, and a picture of paper and ink loses nothing by it. */
function drawPng(card: Card): Promise<Buffer> {
  return sharp(Buffer.from(drawCard(card)))
    .png({ palette: true, colors: 64, effort: 4 })
    .toBuffer();
}
