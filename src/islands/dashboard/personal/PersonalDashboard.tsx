import { tabParts } from "../tab-parts.ts";
import { Personal } from "./Personal.tsx";

tabParts.personal.provide(Personal);

/** The dashboard of a page that opens this tab. */
export { default } from "../Dashboard.tsx";
