/** Checks our calendar output with a third-party parser. */
import ICAL from "ical.js";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { type CalendarEvent, writeCalendar, writeInvitation } from "#server/calendar/calendar.ts";
import { mergeInvitations } from "#server/calendar/merge-invitations.ts";

const sender = {
  appUrl: "https://halaqa.example",
  mail: {
    smtpUrl: "smtp://mail.example",
    from: "Halaqa <no-reply@halaqa.example>",
    sandbox: false,
  },
};

const lesson: CalendarEvent = {
  id: "trl_1",
  sequence: 0,
  start: new Date("2027-03-28T00:30:00Z"),
  end: new Date("2027-03-28T01:30:00Z"),
  title: "Trial; with Idris,\r\nATTENDEE:mailto:victim@example.org",
  description: "Bring \\your\\ Mushaf",
  url: "https://halaqa.example/dashboard",
  changedAt: new Date("2027-03-01T08:00:00Z"),
};

const log = pino({ level: "silent" });

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents("vevent").map((part) => new ICAL.Event(part));
  return { calendar, events };
};

describe("a calendar invitation", () => {
  const guest = { name: 'Salma "S" Haddad', email: "salma@example.org" };

  test("contains one event with its times, for one guest", () => {
    const { method, text } = writeInvitation(sender, lesson, guest);
    const { calendar, events } = read(text);
    expect(method).toBe("REQUEST");
    expect(calendar.getFirstPropertyValue("method")).toBe("REQUEST");
    expect(events).toHaveLength(1);
    const [event] = events;
    expect(event?.uid).toBe("trl_1@halaqa.example");
    expect(event?.startDate.toJSDate()).toEqual(lesson.start);
    expect(event?.endDate.toJSDate()).toEqual(lesson.end);
    expect(event?.description).toBe(lesson.description);
    expect(event?.organizer).toBe("mailto:no-reply@halaqa.example");
    expect(event?.attendees.map((one) => String(one.getFirstValue()).toLowerCase())).toEqual([
      "mailto:salma@example.org",
    ]);
  });

  test("cancels the event with the same ID and a higher sequence number", () => {
    const { method, text } = writeInvitation(
      sender,
      { ...lesson, sequence: 1, cancelled: true },
      guest,
    );
    const { calendar, events } = read(text);
    expect(method).toBe("CANCEL");
    expect(calendar.getFirstPropertyValue("method")).toBe("CANCEL");
    expect(events[0]?.uid).toBe("trl_1@halaqa.example");
    expect(events[0]?.sequence).toBe(1);
    expect(events[0]?.component.getFirstPropertyValue("status")).toBe("CANCELLED");
  });
});

test("a calendar feed has a name and contains all events, canceled ones too", () => {
  const later = { ...lesson, id: "trl_2", cancelled: true };
  const { calendar, events } = read(writeCalendar(sender, "Idris' lessons", [lesson, later], log));
  expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Idris' lessons");
  expect(events.map(({ uid }) => uid)).toEqual(["trl_1@halaqa.example", "trl_2@halaqa.example"]);
  expect(events.map(({ component }) => component.getFirstPropertyValue("status"))).toEqual([
    "CONFIRMED",
    "CANCELLED",
  ]);
});

test("control characters in older rows are removed from calendars", () => {
  const old = {
    ...lesson,
    title: "Sura\u000b1\u0007 \u202eevil\u2028",
    description: "One\u000btwo",
  };
  const feed = writeCalendar(sender, "Idris\u0085 lessons\u001b", [old], log);
  const mailed = writeInvitation(sender, old, { name: "Am\u001bina", email: "a@example.org" });
  for (const text of [feed, mailed.text]) {
    expect(text).not.toMatch(/(?![\r\n\t])[\p{Cc}\u2028\u202e]/u);
    expect(read(text).events[0]?.summary).toBe("Sura 1 evil");
  }
});

test("an event that cannot be written is left out of the feed", () => {
  const broken = { ...lesson, id: "trl_2", start: new Date(Number.NaN) };
  const { events } = read(writeCalendar(sender, "Lessons", [broken, lesson], log));
  expect(events.map(({ uid }) => uid)).toEqual(["trl_1@halaqa.example"]);
});

test("merged invitations keep every event whole, wherever the lines of its title are folded", () => {
  const guest = { name: "Salma", email: "salma@example.org" };
  for (let length = 0; length < 80; length += 1) {
    const title = `${"a".repeat(length)}END:VEVENT BEGIN:VEVENT`;
    const invite = (id: string) => writeInvitation(sender, { ...lesson, id, title }, guest);
    const { events } = read(mergeInvitations([invite("trl_1"), invite("trl_2")]).text);
    expect(events.map(({ uid, summary, description }) => ({ uid, summary, description }))).toEqual(
      ["trl_1", "trl_2"].map((id) => ({
        uid: `${id}@halaqa.example`,
        summary: title,
        description: lesson.description,
      })),
    );
  }
});
