import { tabParts } from "../tab-parts.ts";
import { Settings } from "./Settings.tsx";

tabParts.settings.provide(Settings);

/** The dashboard for pages that open on this tab. */
export { default } from "../Dashboard.tsx";
