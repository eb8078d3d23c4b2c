import { tabParts } from "../tab-parts.ts";
import { Students } from "./Students.tsx";

tabParts.students.provide(Students);

/** The dashboard of a page that opens this tab. */
export { default } from "../Dashboard.tsx";
