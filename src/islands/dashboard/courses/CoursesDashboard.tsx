import { tabParts } from "../tab-parts.ts";
import { CoursesTab } from "./CoursesTab.tsx";

tabParts.courses.provide(CoursesTab);

/** The dashboard for pages that open on this tab. */
export { default } from "../Dashboard.tsx";
