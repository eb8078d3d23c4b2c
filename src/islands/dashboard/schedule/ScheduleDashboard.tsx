import { tabParts } from "../tab-parts.ts";
import { Schedule } from "./Schedule.tsx";

tabParts.schedule.provide(Schedule);

/** The dashboard of a page that opens this tab. */
export { default } from "../Dashboard.tsx";
