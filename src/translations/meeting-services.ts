// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface MeetingServicesTexts {
  "disconnect.open": { service: string | number };
  "disconnect.title": { service: string | number };
  "disconnect.text": { service: string | number };
  "disconnect.noUpcoming": null;
  "disconnect.upcoming": { count: number; service: string | number };
  "disconnect.keep": null;
  "disconnect.submit": null;
  "disconnect.busy": null;
  connectedAs: { account: string | number; service: string | number };
}

export const getTexts = createTexts<"meetingServices", MeetingServicesTexts>("meetingServices");
