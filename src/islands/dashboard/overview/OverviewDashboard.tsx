import { tabParts } from "../tab-parts.ts";
import { Overview } from "./Overview.tsx";

tabParts.dashboard.provide(Overview);

/** The dashboard for pages that open on this tab. */
export { default } from "../Dashboard.tsx";
