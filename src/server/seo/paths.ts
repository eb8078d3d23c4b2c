/** The paths of files that other programs read. */
export const feedPath = "/rss.xml";

/** Images of pages for link previews. */
export const siteImagePath = "/share/site.png";
export const courseImagePath = (courseId: string): string => `/share/courses/${courseId}.png`;
export const teacherImagePath = (profileId: string): string => `/share/teachers/${profileId}.png`;
export const surahImagePath = (surah: number): string => `/share/quran/${surah}.png`;
export const verseImagePath = (surah: number, verse: number): string =>
  `/share/quran/${surah}/${verse}.png`;

/** In pixels, the size that link previews of all networks expect. */
export const shareImageSize = { width: 1200, height: 630 } as const;
