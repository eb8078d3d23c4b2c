import { randomBytes, randomInt } from "node:crypto";
import { Temporal } from "temporal-polyfill";
import * as z from "zod/mini";
import { ApiError } from "./errors.ts";
import {
  type Meeting,
  randomMeetingId,
  randomUuid,
  type ZoomStore,
  type ZoomUser,
  zoomTime,
} from "./store.ts";

const text = (length: number, field: string) =>
  z.string().check(z.maxLength(length, `${field} must be at most ${length} characters.`));

const bodySchema = z.looseObject({
  topic: z.optional(text(200, "Topic")),
  agenda: z.optional(text(2000, "Agenda")),
  type: z.optional(
    z.literal([1, 2], "Only instant (1) and scheduled (2) meetings are known here."),
  ),
  start_time: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?$/,
          "Use yyyy-MM-ddTHH:mm:ssZ or yyyy-MM-ddTHH:mm:ss.",
        ),
      ),
  ),
  duration: z.optional(z.int().check(z.minimum(1), z.maximum(1440))),
  timezone: z.optional(z.string().check(z.refine(isTimeZone, "The timezone is not known."))),
  password: z.optional(z.string().check(z.regex(/^[\w@*-]{0,10}$/, "Invalid password."))),
  pre_schedule: z.optional(z.boolean()),
  settings: z.optional(
    z.looseObject({
      host_video: z.optional(z.boolean()),
      participant_video: z.optional(z.boolean()),
      join_before_host: z.optional(z.boolean()),
      mute_upon_entry: z.optional(z.boolean()),
      waiting_room: z.optional(z.boolean()),
    }),
  ),
});

type MeetingBody = z.output<typeof bodySchema>;

/** The default settings of new meetings. */
const defaultSettings = {
  host_video: false,
  participant_video: false,
  cn_meeting: false,
  in_meeting: false,
  join_before_host: false,
  jbh_time: 0,
  mute_upon_entry: false,
  watermark: false,
  use_pmi: false,
  approval_type: 2,
  audio: "both",
  auto_recording: "none",
  enforce_login: false,
  enforce_login_domains: "",
  alternative_hosts: "",
  alternative_hosts_email_notification: true,
  close_registration: false,
  show_share_button: false,
  allow_multiple_devices: false,
  registrants_confirmation_email: true,
  registrants_email_notification: true,
  waiting_room: true,
  meeting_authentication: false,
  encryption_type: "enhanced_encryption",
  approved_or_denied_countries_or_regions: { enable: false },
  breakout_room: { enable: false },
  device_testing: false,
  email_notification: true,
  focus_mode: false,
  host_save_video_order: false,
  internal_meeting: false,
  meeting_invitees: [],
  participant_focused_meeting: false,
  private_meeting: false,
  push_change_to_calendar: false,
  resources: [],
};

/**
 * Validates the body of a create or update request.
 * @throws ApiError 300, which lists every invalid field.
 */
export function readMeetingBody(body: unknown): MeetingBody {
  const parsed = bodySchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({
    field: issue.path.join("."),
    message: issue.message,
  }));
  throw new ApiError(400, 300, "Validation Failed.", errors);
}

export function createMeeting(store: ZoomStore, host: ZoomUser, body: MeetingBody): Meeting {
  const now = zoomTime(new Date());
  return store.transaction(() => {
    let id = randomMeetingId();
    while (store.meetings.get(String(id))) id = randomMeetingId();
    const timezone = body.timezone ?? host.timezone;
    return store.meetings.put(String(id), {
      id,
      uuid: randomUuid(),
      hostId: host.id,
      topic: body.topic ?? "Zoom Meeting",
      agenda: body.agenda ?? "",
      type: body.type ?? 2,
      startTime: body.start_time === undefined ? now : instant(body.start_time, timezone),
      duration: body.duration ?? 60,
      timezone,
      createdAt: now,
      password: body.password || String(randomInt(100_000, 1_000_000)),
      encryptedPassword: `${randomBytes(22).toString("base64url")}.1`,
      settings: { ...defaultSettings, ...body.settings },
      preSchedule: body.pre_schedule ?? false,
      status: "waiting",
      startedAt: null,
      participants: [],
    });
  });
}

/** Changes only the fields in the body. */
export function updateMeeting(store: ZoomStore, meeting: Meeting, body: MeetingBody): Meeting {
  const timezone = body.timezone ?? meeting.timezone;
  return store.meetings.put(String(meeting.id), {
    ...meeting,
    topic: body.topic ?? meeting.topic,
    agenda: body.agenda ?? meeting.agenda,
    type: body.type ?? meeting.type,
    startTime:
      body.start_time === undefined ? meeting.startTime : instant(body.start_time, timezone),
    duration: body.duration ?? meeting.duration,
    timezone,
    password: body.password || meeting.password,
    preSchedule: body.pre_schedule ?? meeting.preSchedule,
    settings: { ...meeting.settings, ...body.settings },
  });
}

/**
 * The changed fields for an event, with their new and previous values; undefined if nothing
 * changed.
 */
export function listChanges(before: Meeting, now: Meeting) {
  const was: Record<string, unknown> = tellable(before);
  const changed = Object.entries(tellable(now)).filter(([name, value]) => was[name] !== value);
  if (changed.length === 0) return undefined;
  return {
    now: Object.fromEntries(changed),
    before: Object.fromEntries(changed.map(([name]) => [name, was[name]])),
  };
}

function tellable({ topic, startTime, duration, timezone, agenda, password }: Meeting) {
  return { topic, start_time: startTime, duration, timezone, agenda, password };
}

/** The fields that all responses about a meeting contain. */
export function meetingSummary(meeting: Meeting, baseUrl: string) {
  return {
    uuid: meeting.uuid,
    id: meeting.id,
    host_id: meeting.hostId,
    topic: meeting.topic,
    type: meeting.type,
    start_time: meeting.startTime,
    duration: meeting.duration,
    timezone: meeting.timezone,
    agenda: meeting.agenda,
    created_at: meeting.createdAt,
    join_url: joinUrl(meeting, baseUrl),
  };
}

/** The complete meeting, with a start link for its host. */
export function meetingDetail(
  meeting: Meeting,
  host: ZoomUser,
  baseUrl: string,
  startKeyOfNow: string,
) {
  return {
    ...meetingSummary(meeting, baseUrl),
    host_email: host.email,
    assistant_id: "",
    status: meeting.status,
    start_url: `${baseUrl}/s/${meeting.id}?zak=${startKeyOfNow}`,
    chat_join_url: joinUrl(meeting, baseUrl),
    password: meeting.password,
    h323_password: meeting.password,
    pstn_password: meeting.password,
    encrypted_password: meeting.encryptedPassword,
    settings: meeting.settings,
    creation_source: "open_api",
    pre_schedule: meeting.preSchedule,
  };
}

export function joinUrl(meeting: Meeting, baseUrl: string): string {
  return `${baseUrl}/j/${meeting.id}?pwd=${meeting.encryptedPassword}`;
}

/** With `Z`, the time is UTC. Without it, the time is local time in the time zone. */
function instant(startTime: string, timezone: string): string {
  try {
    const at = startTime.endsWith("Z")
      ? Temporal.Instant.from(startTime)
      : Temporal.PlainDateTime.from(startTime).toZonedDateTime(timezone).toInstant();
    return zoomTime(new Date(at.epochMilliseconds));
  } catch {
    const message = "The date does not exist.";
    throw new ApiError(400, 300, "Validation Failed.", [{ field: "start_time", message }]);
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
