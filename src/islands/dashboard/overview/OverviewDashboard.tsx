import { tabParts } from "../tab-parts.ts";
import { Overview } from "./Overview.tsx";

tabParts.dashboard.provide(Overview);

/** The dashboard of a page that opens this tab. */
export { default } from "../Dashboard.tsx";
