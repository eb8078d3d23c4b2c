import { tabParts } from "../tab-parts.ts";
import { CoursesTab } from "./CoursesTab.tsx";

tabParts.courses.provide(CoursesTab);

/** The dashboard of a page that opens this tab. */
export { default } from "../Dashboard.tsx";
