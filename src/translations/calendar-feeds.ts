// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface CalendarFeedsTexts {
  "failed.load": null;
  "failed.create": null;
  "failed.end": null;
  "server.missing": null;
  "server.ended": null;
  "server.name": { site: string | number; name: string | number };
  "server.canceled": { title: string | number };
}

export const getTexts = createTexts<"calendarFeeds", CalendarFeedsTexts>("calendarFeeds");
