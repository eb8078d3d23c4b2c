import { tabParts } from "../tab-parts.ts";
import { Schedule } from "./Schedule.tsx";

tabParts.schedule.provide(Schedule);

/** The dashboard for pages that open on this tab. */
export { default } from "../Dashboard.tsx";
