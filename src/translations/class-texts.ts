/** The texts of live classes, which only their pages and the app in Zoom load. */
import livePages from "./en/live-pages.json" with { type: "json" };
import zoomApp from "./en/zoom-app.json" with { type: "json" };
import { readTextsFrom } from "./translate.ts";

/** The texts of one noun. */
export const getClassTexts = readTextsFrom({ livePages, zoomApp });
