/** Links for sharing a course. Other sites are contacted only when someone follows one. */

export const coursePath = (courseId: string): string => `/courses/${encodeURIComponent(courseId)}`;

/** The page with the link of a course and its QR code, for the course's teacher. */
export const sharePath = (courseId: string): string =>
  `/dashboard/share/${encodeURIComponent(courseId)}`;

export const courseCodePath = (courseId: string): string =>
  `/share/courses/${encodeURIComponent(courseId)}.svg`;

/** URLs that open a new message with the text and the link. */
export function messageLinks(text: string, url: string) {
  const inQuery = encodeURIComponent;
  return {
    whatsApp: `https://wa.me/?text=${inQuery(`${text}\n${url}`)}`,
    telegram: `https://t.me/share/url?url=${inQuery(url)}&text=${inQuery(text)}`,
    email: `mailto:?subject=${inQuery(text)}&body=${inQuery(`${text}\n\n${url}`)}`,
  };
}
