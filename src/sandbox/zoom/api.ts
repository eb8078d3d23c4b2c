import { type Context, Hono } from "hono";
import type { SandboxConfig } from "../config.ts";
import type { SandboxEnv } from "../faults.ts";
import { ApiError, meetingNotFound, userNotFound } from "./errors.ts";
import type { ZoomEvents } from "./events.ts";
import {
  createMeeting,
  listChanges,
  meetingDetail,
  meetingSummary,
  readMeetingBody,
  updateMeeting,
} from "./meetings.ts";
import { readJson } from "./read-json.ts";
import type { Meeting, ZoomStore, ZoomUser } from "./store.ts";
import { startKey, userOfBearer } from "./tokens.ts";

interface ApiDeps {
  config: SandboxConfig["zoom"];
  baseUrl: string;
  store: ZoomStore;
  events: ZoomEvents;
}

/** The part of Zoom's REST API that a scheduling app uses, mounted under /v2. */
export function apiRoutes({ config, baseUrl, store, events }: ApiDeps): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  const detail = (meeting: Meeting, host: ZoomUser) =>
    meetingDetail(meeting, host, baseUrl, startKey(meeting.id, config.clientSecret));

  const caller = (c: Context) => userOfBearer(store, c.req.header("authorization"));

  app.get("/v2/users/:userId", (c) => c.json(userAnswer(addressedUser(c), baseUrl)));

  app.post("/v2/users/:userId/meetings", async (c) => {
    const user = addressedUser(c);
    const meeting = createMeeting(store, user, readMeetingBody(await readJson(c)));
    return c.json(detail(meeting, user), 201);
  });

  app.get("/v2/users/:userId/meetings", (c) => {
    const meetings = store.meetings
      .list({ hostId: addressedUser(c).id })
      .filter(wanted(c.req.query("type") ?? "scheduled", new Date()));
    const { items, ...paging } = page(meetings, c.req.query());
    return c.json({ ...paging, meetings: items.map((each) => meetingSummary(each, baseUrl)) });
  });

  app.get("/v2/meetings/:id", (c) => c.json(detail(ownMeeting(c), caller(c))));

  app.patch("/v2/meetings/:id", async (c) => {
    caller(c);
    const body = readMeetingBody(await readJson(c));
    const before = ownMeeting(c);
    store.transaction(() => {
      const changed = listChanges(before, updateMeeting(store, before, body));
      if (changed) events.meetingUpdated(caller(c), before, changed.now, changed.before);
    });
    return c.body(null, 204);
  });

  app.delete("/v2/meetings/:id", (c) => {
    const meeting = ownMeeting(c);
    if (meeting.status === "started") {
      throw new ApiError(
        400,
        3002,
        "Sorry, you cannot delete this meeting since it's in progress.",
      );
    }
    store.transaction(() => {
      store.meetings.delete(String(meeting.id));
      events.meetingDeleted(caller(c), meeting);
    });
    return c.body(null, 204);
  });

  /** Resolves `me`, or the user's own ID or email address. The app can't access other users. */
  function addressedUser(c: Context<SandboxEnv, "/v2/users/:userId">): ZoomUser {
    const user = caller(c);
    const userId = c.req.param("userId");
    if (["me", user.id, user.email].includes(userId)) return user;
    throw userNotFound(userId);
  }

  /** Meetings of other accounts don't exist for this one. */
  function ownMeeting(c: Context<SandboxEnv, "/v2/meetings/:id">): Meeting {
    const id = c.req.param("id");
    const meeting = store.meetings.get(id);
    if (meeting?.hostId !== caller(c).id) throw meetingNotFound(id);
    return meeting;
  }

  return app;
}

function userAnswer(user: ZoomUser, baseUrl: string) {
  return {
    id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    display_name: `${user.firstName} ${user.lastName}`.trim(),
    email: user.email,
    type: 2,
    role_name: "Owner",
    use_pmi: false,
    personal_meeting_url: `${baseUrl}/my/${user.id}`,
    timezone: user.timezone,
    verified: 1,
    created_at: user.createdAt,
    user_created_at: user.createdAt,
    language: "en-US",
    status: "active",
    role_id: "0",
    account_id: user.accountId,
    account_number: 1,
    login_types: [100],
  };
}

/** Returns a filter for the `type` parameter of the list. */
function wanted(type: string, now: Date): (meeting: Meeting) => boolean {
  const endOf = (meeting: Meeting) => Date.parse(meeting.startTime) + meeting.duration * 60_000;
  switch (type) {
    case "scheduled":
      return () => true;
    case "live":
      return (meeting) => meeting.status === "started";
    case "upcoming":
    case "upcoming_meetings":
      return (meeting) => endOf(meeting) >= now.getTime();
    case "previous_meetings":
      return (meeting) => endOf(meeting) < now.getTime();
    default:
      throw new ApiError(400, 300, "Validation Failed.", [
        { field: "type", message: "Invalid field." },
      ]);
  }
}

/** One page of a list. The token of the next page is its number, but apps treat it as opaque. */
function page(meetings: Meeting[], query: Record<string, string>) {
  const size = Number(query.page_size ?? 30);
  const token = Buffer.from(query.next_page_token ?? "", "base64url").toString();
  const number = Number(token || query.page_number || 1);
  const errors = [
    ...(Number.isInteger(size) && size >= 1 && size <= 300
      ? []
      : [{ field: "page_size", message: "Must be between 1 and 300." }]),
    ...(Number.isInteger(number) && number >= 1
      ? []
      : [{ field: "next_page_token", message: "The next page token is invalid or expired." }]),
  ];
  if (errors.length > 0) throw new ApiError(400, 300, "Validation Failed.", errors);
  const pages = Math.ceil(meetings.length / size);
  return {
    page_count: pages,
    page_number: number,
    page_size: size,
    total_records: meetings.length,
    next_page_token: number < pages ? Buffer.from(String(number + 1)).toString("base64url") : "",
    items: meetings.slice((number - 1) * size, number * size),
  };
}
