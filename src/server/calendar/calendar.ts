/** Calendar data (RFC 5545) as mails carry it and feeds serve it. Times are written in UTC. */
import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from "ical-generator";
import type { Logger } from "pino";
import { joinMinutesBefore } from "#lib/classes/classes.ts";
import { site } from "#lib/site/site.ts";
import { cleanProse, toCleanLine } from "#lib/text/clean-text.ts";
import type { Config } from "../config/config.ts";
import { mapValidRows } from "../map-valid-rows.ts";

/** One appointment. Calendars take a later version in place of an earlier one of the same id. */
export interface CalendarEvent {
  /** The id of the row that it stands for: it names the appointment for good. */
  id: string;
  /** Goes up by one with every change that people are told of. */
  sequence: number;
  cancelled?: boolean;
  start: Date;
  end: Date;
  title: string;
  description?: string;
  /** Where to go for it. */
  url?: string;
  /** When this version came to be. */
  changedAt: Date;
}

/** What a mail takes along, so that mailboxes offer the appointment for the calendar. */
export interface Invitation {
  method: "REQUEST" | "CANCEL" | "PUBLISH";
  text: string;
}

/** Where the site is, and who sends its mail. */
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
    // RFC 5545 allows no control characters, and what is stored may be older than our checks.
    summary: toCleanLine(title),
    status: event.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(description === undefined ? {} : { description: cleanProse(description) }),
    ...(url === undefined ? {} : { url }),
  };
}

/** How often calendars should read a feed anew, in seconds. */
const refreshSeconds = 60 * 60;

/**
 * A whole calendar, to be subscribed to. Cancelled appointments stay in it, marked as such in their
 * title too, since some calendars don't look at the status; the others remind of themselves when
 * they can be joined.
 */
export function writeCalendar(
  config: Sender,
  name: string,
  events: readonly CalendarEvent[],
  log: Logger,
): string {
  const calendar = ical({
    name: toCleanLine(name),
    prodId,
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  const written = mapValidRows(events, (event) => toFeedData(config, event), {
    log,
    what: "appointment",
    idOf: ({ id }) => id,
  });
  for (const data of written) calendar.createEvent(data);
  return calendar.toString();
}

function toFeedData(config: Sender, event: CalendarEvent): ICalEventData {
  const data = toEventData(config, event);
  const whole = event.cancelled
    ? { ...data, summary: `Cancelled: ${data.summary}` }
    : { ...data, alarms: [reminder(event)] };
  // One that can't be written shows it here, and not in the middle of the calendar.
  ical({ prodId }).createEvent(whole).toString();
  return whole;
}

const reminder = ({ title }: CalendarEvent) => ({
  type: ICalAlarmType.display,
  trigger: joinMinutesBefore * 60,
  description: toCleanLine(title),
});

/** One appointment for one guest, to be sent by mail; a cancelled one takes it back. */
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
    // Nobody reads answers to the sender's address.
    attendees: [{ ...guest, name: toCleanLine(guest.name), rsvp: false }],
  });
  return { method, text: calendar.toString() };
}

/** Several appointments at once, to be taken over from a mail; nobody is invited by that. */
export function writeDates(config: Sender, events: readonly CalendarEvent[]): Invitation {
  const method = ICalCalendarMethod.PUBLISH;
  const calendar = ical({ prodId, method });
  for (const event of events) calendar.createEvent(toEventData(config, event));
  return { method, text: calendar.toString() };
}

/** The bare address of `Halaqa <no-reply@halaqa.test>`. */
function senderAddress({ mail }: Sender): string {
  return /<([^>]+)>\s*$/.exec(mail.from)?.[1] ?? mail.from.trim();
}
