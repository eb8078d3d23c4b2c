/** What students can save and compare, and the addresses of these pages. */
export const savedKinds = ["course", "teacher"] as const;
export type SavedKind = (typeof savedKinds)[number];

export interface SavedSubject {
  kind: SavedKind;
  id: string;
}

export const savedPath = "/saved";

/** How many courses, and how many teachers, a student can save. */
export const maxSaved = 100;

/** How many courses or teachers are compared side by side. */
export const maxCompared = 3;

/** The page of a course or teacher. */
export const subjectPath = ({ kind, id }: SavedSubject): string =>
  kind === "course" ? `/courses/${id}` : `/teachers/${id}`;

/** The section with the button on the page of a course or teacher. */
export const saveSection = "save";

/**
 * The address to which the button posts. It names the subject, so that people who log in first
 * find a button there that saves it.
 */
export const saveHref = ({ kind, id }: SavedSubject): string =>
  `${savedPath}?${new URLSearchParams({ [kind]: id })}`;

export const comparePath = (kind: SavedKind): string =>
  kind === "course" ? "/courses/compare" : "/teachers/compare";

/** The page that compares these courses or teachers. */
export function compareHref(kind: SavedKind, ids: readonly string[]): string {
  if (ids.length === 0) return comparePath(kind);
  return `${comparePath(kind)}?${new URLSearchParams(ids.map((id) => [kind, id]))}`;
}
