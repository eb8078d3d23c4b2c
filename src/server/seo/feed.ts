/** The RSS feed of new courses. */
import { getRssString } from "@astrojs/rss";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { site } from "#lib/site/site.ts";
import { toCleanLine } from "#lib/text/clean-text.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { listCourses } from "../courses/courses.ts";
import { mapValidRows } from "../map-valid-rows.ts";
import { courseImagePath, feedPath } from "./paths.ts";

const t = getTexts("site");

/** Enough for readers who check the feed once a month. */
const newest = 30;

/** RSS 2.0 with the newest published courses. */
export async function writeFeed(context: Context): Promise<string> {
  const { appUrl } = context.config;
  const { courses } = await listCourses(context, undefined, { limit: String(newest) });
  return getRssString({
    title: t("server.newCoursesOn", { site: site.name }),
    description: t("description"),
    site: appUrl + localizePath("/"),
    trailingSlash: false,
    xmlns: {
      atom: "http://www.w3.org/2005/Atom",
      media: "http://search.yahoo.com/mrss/",
    },
    customData: `<language>${getLanguage()}</language><atom:link href="${appUrl}${localizePath(feedPath)}" rel="self" type="application/rss+xml"/>`,
    items: mapValidRows(courses, (course) => toItem(appUrl, course), {
      log: context.log,
      what: "course",
      idOf: ({ _id }) => _id,
    }),
  });
}

function toItem(appUrl: string, course: CourseView) {
  const image = appUrl + localizePath(courseImagePath(course._id));
  return {
    title: toCleanLine(course.title),
    link: appUrl + localizePath(`/courses/${course._id}`),
    pubDate: new Date(course.createdAt),
    description: toCleanLine(
      t("server.courseBy", { teacher: course.teacherId.name, text: course.excerpt }),
    ),
    categories: course.topics.map(toCleanLine),
    customData: `<media:content url="${image}" medium="image" type="image/png"/>`,
  };
}
