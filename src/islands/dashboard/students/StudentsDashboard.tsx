import { tabParts } from "../tab-parts.ts";
import { Students } from "./Students.tsx";

tabParts.students.provide(Students);

/** The dashboard for pages that open on this tab. */
export { default } from "../Dashboard.tsx";
