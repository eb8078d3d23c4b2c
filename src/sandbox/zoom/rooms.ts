// Simulates meetings: the pages behind join_url and start_url.
import { randomInt, randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import type { SandboxConfig } from "../config.ts";
import type { SandboxEnv } from "../faults.ts";
import { PageError } from "./errors.ts";
import type { ZoomEvents } from "./events.ts";
import { guestPage, hostPage, lobbyPage, problemPage } from "./pages.ts";
import {
  type Meeting,
  type Participant,
  randomUuid,
  type ZoomStore,
  type ZoomUser,
  zoomTime,
} from "./store.ts";
import { isStartKey } from "./tokens.ts";

interface RoomDeps {
  config: SandboxConfig["zoom"];
  store: ZoomStore;
  events: ZoomEvents;
}

/**
 * A meeting's room in its current state. Don't await anything between finding a room and changing
 * it.
 */
interface Room {
  meeting: Meeting;
  host: ZoomUser;
}

export function roomRoutes({ config, store, events }: RoomDeps): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();

  app.get("/j/:id", (c) => {
    const room = guestRoom(c);
    const guest = findGuest(room.meeting, c.req.query("p"));
    return c.html(
      guest
        ? guestPage(room.meeting, room.host, guest)
        : lobbyPage(room.meeting, room.host, c.req.query("uname") ?? ""),
    );
  });

  app.post("/j/:id/join", async (c) => {
    const form = await c.req.parseBody();
    const room = guestRoom(c);
    const name = String(form.name ?? "").trim();
    if (!name) throw new PageError(400, "Enter your name to join the meeting.");
    const guest = join(room, { name: name.slice(0, 64), email: "", zoomId: "" });
    return c.redirect(guestLink(room.meeting, guest), 303);
  });

  app.post("/j/:id/leave", async (c) => {
    const form = await c.req.parseBody();
    const room = guestRoom(c);
    const guest = findGuest(room.meeting, String(form.p ?? ""));
    if (!guest) throw new PageError(404, "You are not in this meeting.");
    leave(room, guest);
    return c.redirect(guestLink(room.meeting, guest), 303);
  });

  app.get("/s/:id", (c) => {
    const room = hostRoom(c);
    return c.html(hostPage(start(room), room.host, c.req.query("zak") ?? ""));
  });

  app.post("/s/:id/end", (c) => {
    const room = hostRoom(c);
    end(room);
    return c.html(problemPage("This meeting has ended.", "Meeting ended"));
  });

  function findRoom(c: Context): Room {
    const meeting = store.meetings.get(c.req.param("id") ?? "");
    const host = meeting && store.users.get(meeting.hostId);
    if (!host) throw new PageError(404, "This meeting link is invalid (3,001)");
    return { meeting, host };
  }

  function guestRoom(c: Context): Room {
    const room = findRoom(c);
    if (c.req.query("pwd") === room.meeting.encryptedPassword) return room;
    throw new PageError(403, "The passcode in this meeting link is wrong.");
  }

  function hostRoom(c: Context): Room {
    const room = findRoom(c);
    const zak = c.req.query("zak") ?? "";
    if (isStartKey(zak, room.meeting.id, config.clientSecret)) return room;
    throw new PageError(401, "This start link has expired. Open a new one from the app.");
  }

  /**
   * Starts the meeting with the host and admits the waiting guests. Does nothing if it has started.
   */
  function start({ meeting, host }: Room): Meeting {
    if (meeting.status === "started") return meeting;
    return store.transaction(() => {
      const running: Meeting = {
        ...meeting,
        status: "started",
        startedAt: zoomTime(new Date()),
        participants: [
          newParticipant({
            name: `${host.firstName} ${host.lastName}`.trim(),
            email: host.email,
            zoomId: host.id,
          }),
          ...meeting.participants.map((each): Participant => {
            return each.state === "waiting" ? { ...each, state: "in" } : each;
          }),
        ],
      };
      store.meetings.put(String(meeting.id), running);
      events.meetingStarted(host, running);
      for (const each of running.participants) {
        if (each.state === "in") events.participantJoined(host, running, each);
      }
      return running;
    });
  }

  function join(
    { meeting, host }: Room,
    person: Pick<Participant, "name" | "email" | "zoomId">,
  ): Participant {
    const open = meeting.status === "started" || meeting.settings.join_before_host === true;
    const guest: Participant = { ...newParticipant(person), state: open ? "in" : "waiting" };
    return store.transaction(() => {
      store.meetings.put(String(meeting.id), {
        ...meeting,
        participants: [...meeting.participants, guest],
      });
      if (open) events.participantJoined(host, meeting, guest);
      return guest;
    });
  }

  function leave({ meeting, host }: Room, guest: Participant): void {
    if (guest.state === "left") return;
    store.transaction(() => {
      store.meetings.put(String(meeting.id), {
        ...meeting,
        participants: meeting.participants.map((each): Participant => {
          return each.uuid === guest.uuid ? { ...each, state: "left" } : each;
        }),
      });
      if (guest.state === "in") events.participantLeft(host, meeting, guest);
    });
  }

  /** Ends the meeting for everyone. Starting it again creates a new instance with a new UUID. */
  function end({ meeting, host }: Room): void {
    if (meeting.status !== "started") return;
    store.transaction(() => {
      for (const each of meeting.participants) {
        if (each.state === "in") events.participantLeft(host, meeting, each);
      }
      events.meetingEnded(host, meeting);
      store.meetings.put(String(meeting.id), {
        ...meeting,
        uuid: randomUuid(),
        status: "waiting",
        startedAt: null,
        participants: [],
      });
    });
  }

  return app;
}

function newParticipant(person: Pick<Participant, "name" | "email" | "zoomId">): Participant {
  return {
    ...person,
    uuid: randomUUID().toUpperCase(),
    userId: String(randomInt(16_000_000, 17_000_000)),
    state: "in",
  };
}

function findGuest(meeting: Meeting, uuid: string | undefined): Participant | undefined {
  return meeting.participants.find((each) => each.uuid === uuid);
}

function guestLink(meeting: Meeting, guest: Participant): string {
  return `/j/${meeting.id}?pwd=${meeting.encryptedPassword}&p=${guest.uuid}`;
}
