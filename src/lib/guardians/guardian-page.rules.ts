/** Rules of the guardian's page that islands need without the schemas. */

/** The page that links in emails to guardians open. Their token is in the fragment. */
export const guardianHomePath = "/guardian";

/** The form where guardians request a link. */
export const guardianLinkPath = "/guardian/link";

/** The maximum length of a guardian's message to a teacher, in characters. */
export const maxTeacherMessage = 2_000;
