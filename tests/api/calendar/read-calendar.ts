/** Reads feeds as a calendar app does, with a third-party parser. */
import ICAL from "ical.js";
import type { TestApp } from "../../support/app.ts";
import type { Person } from "../../support/people.ts";

export interface Entry {
  uid: string;
  sequence: number;
  status: string;
  title: string;
  start: Date;
  end: Date;
  description: string;
  url: string;
  /** Times of the reminders, relative to the start. */
  reminders: string[];
}

/** Parses iCalendar text. */
export function parseCalendar(text: string): { name: string; entries: Entry[] } {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const entries = calendar.getAllSubcomponents("vevent").map((component): Entry => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue("status")),
      title: event.summary,
      start: event.startDate.toJSDate(),
      end: event.endDate.toJSDate(),
      description: event.description,
      url: String(component.getFirstPropertyValue("url")),
      reminders: component
        .getAllSubcomponents("valarm")
        .map((alarm) => String(alarm.getFirstPropertyValue("trigger"))),
    };
  });
  return { name: String(calendar.getFirstPropertyValue("x-wr-calname")), entries };
}

/** Creates a calendar link for the person. @returns its path. */
export async function makeLink(app: TestApp, person: Person): Promise<string> {
  const { status, body } = await app.call("POST", "/api/calendar/feed", { token: person.token });
  if (status !== 201) throw new Error(`No link was made: ${status}`);
  return body.data.url.replace(app.config.appUrl, "");
}

export const read = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
  app.call("GET", path, { headers });

/** Reads the entries of the calendar behind a link. */
export async function readEntries(app: TestApp, path: string): Promise<Entry[]> {
  const answer = await read(app, path);
  if (answer.status !== 200) throw new Error(`The calendar answered ${answer.status}`);
  return parseCalendar(answer.body).entries;
}
