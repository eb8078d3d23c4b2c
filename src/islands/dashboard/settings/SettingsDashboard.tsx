import { tabParts } from "../tab-parts.ts";
import { Settings } from "./Settings.tsx";

tabParts.settings.provide(Settings);

/** The dashboard of a page that opens this tab. */
export { default } from "../Dashboard.tsx";
