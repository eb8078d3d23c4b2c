import { tabParts } from "../tab-parts.ts";
import { Personal } from "./Personal.tsx";

tabParts.personal.provide(Personal);

/** The dashboard for pages that open on this tab. */
export { default } from "../Dashboard.tsx";
