/** The RSS feed of new courses. */
import { getRssString } from "@astrojs/rss";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import { site } from "#lib/site/site.ts";
import { toCleanLine } from "#lib/text/clean-text.ts";
import type { Context } from "../context.ts";
import { listCourses } from "../courses/courses.ts";
import { mapValidRows } from "../map-valid-rows.ts";
import { courseImagePath, feedPath } from "./paths.ts";

/** Enough for readers who check the feed once a month. */
const newest = 30;

/** RSS 2.0 with the newest published courses. */
export async function writeFeed(context: Context): Promise<string> {
  const { appUrl } = context.config;
  const { courses } = await listCourses(context, undefined, { limit: String(newest) });
  return getRssString({
    title: `New courses on ${site.name}`,
    description: site.description,
    site: appUrl,
    trailingSlash: false,
    xmlns: {
      atom: "http://www.w3.org/2005/Atom",
      media: "http://search.yahoo.com/mrss/",
    },
    customData: `<language>en</language><atom:link href="${appUrl}${feedPath}" rel="self" type="application/rss+xml"/>`,
    items: mapValidRows(courses, (course) => toItem(appUrl, course), {
      log: context.log,
      what: "course",
      idOf: ({ _id }) => _id,
    }),
  });
}

function toItem(appUrl: string, course: CourseView) {
  const image = `${appUrl}${courseImagePath(course._id)}`;
  return {
    title: toCleanLine(course.title),
    link: `/courses/${course._id}`,
    pubDate: new Date(course.createdAt),
    description: toCleanLine(`With ${course.teacherId.name}. ${course.excerpt}`),
    categories: course.topics.map(toCleanLine),
    customData: `<media:content url="${image}" medium="image" type="image/png"/>`,
  };
}
