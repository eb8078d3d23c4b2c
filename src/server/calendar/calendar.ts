/** iCalendar data (RFC 5545) for emails and feeds. Times are in UTC. */
import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from "ical-generator";
import type { Logger } from "pino";
import { joinMinutesBefore } from "#lib/rooms/room-opening.ts";
import { site } from "#lib/site/site.ts";
import { cleanProse, toCleanLine } from "#lib/text/clean-text.ts";
import { getTexts } from "#translations/translate.ts";
import type { Config } from "../config/config.ts";
import { mapValidRows } from "../map-valid-rows.ts";

const t = getTexts("calendarFeeds");

/** A calendar event. Calendars replace an earlier version with the same ID. */
export interface CalendarEvent {
  /** The ID of the event's row, which never changes. */
  id: string;
  /** Increases by one with every change that people are notified of. */
  sequence: number;
  cancelled?: boolean;
  start: Date;
  end: Date;
  title: string;
  description?: string;
  /** The page where people join the event. */
  url?: string;
  /** When this version was created. */
  changedAt: Date;
}

/** An email attachment that mail clients offer to add to the calendar. */
export interface Invitation {
  method: "REQUEST" | "CANCEL" | "PUBLISH";
  text: string;
}

/** The configuration of the site's address and the sender of its emails. */
type Sender = Pick<Config, "appUrl" | "mail">;

const prodId = { company: site.name, product: site.name, language: "EN" };

function toEventData(config: Sender, event: CalendarEvent): ICalEventData {
  const { id, sequence, start, end, title, description, url, changedAt } = event;
  return {
    id: `${id}@${new URL(config.appUrl).hostname}`,
    sequence,
    start,
    end,
    stamp: changedAt,
    lastModified: changedAt,
    // RFC 5545 forbids control characters, and stored text may predate our validation.
    summary: toCleanLine(title),
    status: event.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(description === undefined ? {} : { description: cleanProse(description) }),
    ...(url === undefined ? {} : { url }),
  };
}

/** How often calendars should refresh a feed, in seconds. */
const refreshSeconds = 60 * 60;

/**
 * A whole calendar to subscribe to. Canceled events stay in it and are also marked in the title,
 * because some calendars ignore the status. All other events have a reminder for when they can be
 * joined.
 */
export function writeCalendar(
  config: Sender,
  name: string,
  events: readonly CalendarEvent[],
  log: Logger,
): string {
  const write = (each: readonly ICalEventData[]) => {
    const calendar = ical({
      name: toCleanLine(name),
      prodId,
      method: ICalCalendarMethod.PUBLISH,
      ttl: refreshSeconds,
    });
    for (const data of each) calendar.createEvent(data);
    return calendar.toString();
  };
  const mapEvents = (map: (event: CalendarEvent) => ICalEventData) =>
    mapValidRows(events, map, { log, what: "appointment", idOf: ({ id }) => id });
  const written = mapEvents((event) => toFeedData(config, event));
  try {
    return write(written);
  } catch {
    // At least one event is invalid. Writing each one separately finds and omits it.
    return write(mapEvents((event) => requireValid(toFeedData(config, event))));
  }
}

function toFeedData(config: Sender, event: CalendarEvent): ICalEventData {
  const data = toEventData(config, event);
  return event.cancelled
    ? { ...data, summary: t("server.canceled", { title: data.summary ?? "" }) }
    : { ...data, alarms: [reminder(event)] };
}

/** @throws the error of writing the event. */
function requireValid(data: ICalEventData): ICalEventData {
  ical({ prodId }).createEvent(data).toString();
  return data;
}

const reminder = ({ title }: CalendarEvent) => ({
  type: ICalAlarmType.display,
  trigger: joinMinutesBefore * 60,
  description: toCleanLine(title),
});

/**
 * Writes one event for one guest, to be sent by email. Canceled events are removed from the guest's
 * calendar.
 */
export function writeInvitation(
  config: Sender,
  event: CalendarEvent,
  guest: { name: string; email: string },
): Invitation {
  const method = event.cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ prodId, method });
  calendar.createEvent({
    ...toEventData(config, event),
    organizer: { name: site.name, email: senderAddress(config) },
    // No RSVP, because nobody reads replies to the sender's address.
    attendees: [{ ...guest, name: toCleanLine(guest.name), rsvp: false }],
  });
  return { method, text: calendar.toString() };
}

/** Writes several events that can be imported from an email, without an invitation. */
export function writeDates(config: Sender, events: readonly CalendarEvent[]): Invitation {
  const method = ICalCalendarMethod.PUBLISH;
  const calendar = ical({ prodId, method });
  for (const event of events) calendar.createEvent(toEventData(config, event));
  return { method, text: calendar.toString() };
}

/** The bare address from `Halaqa <no-reply@halaqa.test>`. */
function senderAddress({ mail }: Sender): string {
  return /<([^>]+)>\s*$/.exec(mail.from)?.[1] ?? mail.from.trim();
}
