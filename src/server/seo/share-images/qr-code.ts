/** QR codes of public pages, for posters and flyers. */
import { encodeQR } from "qr";
import { coursePath } from "#lib/courses/share-links.ts";
import { localizePath } from "#lib/site/locale.ts";
import type { Context } from "../../context.ts";
import { findCourse } from "../../courses/courses.ts";

/**
 * The QR code of a course's public page, as SVG.
 * @throws AppError `not_found` unless the course is published.
 */
export async function drawCourseCode(context: Context, courseId: string): Promise<string> {
  const { _id } = await findCourse(context, undefined, courseId);
  return drawCode(context.config.appUrl + localizePath(coursePath(_id)));
}

/**
 * The border of four modules is part of the standard. Scanners need a light background on dark pages
 * too, and modules that touch at every size.
 */
export function drawCode(url: string): string {
  return encodeQR(url, "svg", { ecc: "medium", border: 4 })
    .replace("<svg ", '<svg width="1024" height="1024" shape-rendering="crispEdges" ')
    .replace("<path ", '<rect width="100%" height="100%" fill="#fff"/><path ');
}
