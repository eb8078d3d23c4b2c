/** Images for link previews: PNG, 1200 × 630 pixels. */
import { labelLevel } from "#lib/courses/course-labels.ts";
import { formatPrice, fullPrice } from "#lib/payments/money.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import { findCourse } from "../../courses/courses.ts";
import { currentCaller } from "../../db/caller.ts";
import { createFairQueue } from "../../fair-queue.ts";
import { sharp } from "../../media/decoders.ts";
import { findTeacher } from "../../people/teachers.ts";
import { tooManyAttempts } from "../../rate-limits.ts";
import { type Card, drawCard } from "./card.ts";

const t = getTexts("site");
const media = getTexts("media");

/** The image of the site itself and of every page without an image of its own. */
export function drawSiteImage(): Promise<Buffer> {
  return drawPng({
    kind: t("meaning"),
    title: t("server.share.title"),
    facts: [t("server.share.fact")],
  });
}

/** @throws AppError `not_found` unless the course is published. */
export async function drawCourseImage(context: Context, courseId: string): Promise<Buffer> {
  const course = await findCourse(context, undefined, courseId);
  // Social networks cache the image, so it shows the full price, which doesn't change while classes
  // pass.
  const price = fullPrice(course);
  return drawPng({
    kind: t("server.share.course"),
    title: course.title,
    facts: [
      t("server.share.with", { teacher: course.teacherId.name }),
      labelLevel(course.level),
      price === 0 ? t("server.share.free") : formatPrice(price),
    ],
  });
}

/** @throws AppError `not_found` if the teacher doesn't exist. */
export async function drawTeacherImage(context: Context, profileId: string): Promise<Buffer> {
  const teacher = await findTeacher(context, undefined, profileId);
  return drawPng({
    kind: t("server.share.teacher"),
    title: teacher.name,
    facts: teacher.specializations.slice(0, 3),
  });
}

/**
 * Images are drawn one after the other, because each occupies a core for a tenth of a second.
 * Thousands of them can be requested, and link previews can wait. Callers take turns, so that one of
 * them can't use up the places of the others.
 */
const queue = createFairQueue({
  concurrency: 1,
  maxWaiting: 20,
  maxWaitingPerSource: 20,
  refuse: () => tooManyAttempts(10, media("server.tooManyDrawn")),
});

/**
 * A small palette reduces the file size to a third without visible loss, because the image has few
 * colors.
 *
 * @throws AppError `rate_limited` if too many images are waiting.
 */
export function drawPng(card: Card): Promise<Buffer> {
  const { kind, id } = currentCaller() ?? { kind: "none", id: "" };
  return queue.run(`${kind} ${id}`, () =>
    sharp(Buffer.from(drawCard(card)))
      .png({ palette: true, colors: 64, effort: 4 })
      .toBuffer(),
  );
}
