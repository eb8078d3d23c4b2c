/** Where other programs find what they read of the site. */
export const feedPath = "/rss.xml";

/** Pictures of pages for link previews. */
export const siteImagePath = "/share/site.png";
export const courseImagePath = (courseId: string): string => `/share/courses/${courseId}.png`;
export const teacherImagePath = (profileId: string): string => `/share/teachers/${profileId}.png`;

/** Pixels, as every network that shows link previews asks for. */
export const shareImageSize = { width: 1200, height: 630 } as const;
