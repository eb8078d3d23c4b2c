// Simulates meetings: the pages behind join_url and start_url.
import { type Context, Hono } from "hono";
import type { SandboxConfig } from "../config.ts";
import type { SandboxEnv } from "../faults.ts";
import { PageError } from "./errors.ts";
import type { MeetingInstances, Room } from "./meeting-instances.ts";
import { guestPage, hostPage, lobbyPage, problemPage } from "./pages.ts";
import type { Meeting, Participant } from "./store.ts";
import { isStartKey } from "./tokens.ts";

interface RoomDeps {
  config: SandboxConfig["zoom"];
  instances: MeetingInstances;
}

export function roomRoutes({ config, instances }: RoomDeps): Hono<SandboxEnv> {
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
    const guest = instances.join(room, { name: name.slice(0, 64), email: "", zoomId: "" });
    return c.redirect(guestLink(room.meeting, guest), 303);
  });

  app.post("/j/:id/leave", async (c) => {
    const form = await c.req.parseBody();
    const room = guestRoom(c);
    const guest = findGuest(room.meeting, String(form.p ?? ""));
    if (!guest) throw new PageError(404, "You are not in this meeting.");
    instances.leave(room, guest);
    return c.redirect(guestLink(room.meeting, guest), 303);
  });

  app.get("/s/:id", (c) => {
    const room = hostRoom(c);
    return c.html(hostPage(instances.start(room), room.host, c.req.query("zak") ?? ""));
  });

  app.post("/s/:id/end", (c) => {
    const room = hostRoom(c);
    instances.end(room);
    return c.html(problemPage("This meeting has ended.", "Meeting ended"));
  });

  function findRoom(c: Context): Room {
    const room = instances.find(c.req.param("id") ?? "");
    if (!room) throw new PageError(404, "This meeting link is invalid (3,001)");
    return room;
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

  return app;
}

function findGuest(meeting: Meeting, uuid: string | undefined): Participant | undefined {
  return meeting.participants.find((each) => each.uuid === uuid);
}

function guestLink(meeting: Meeting, guest: Participant): string {
  return `/j/${meeting.id}?pwd=${meeting.encryptedPassword}&p=${guest.uuid}`;
}
