// The clients in a meeting: who uses them, and what happens around the app.
import { randomBytes } from "node:crypto";
import { PageError } from "../errors.ts";
import type { MeetingInstances, Room } from "../meeting-instances.ts";
import { type Participant, randomUuid, type ZoomStore } from "../store.ts";
import type { Client, ClientStore, Device, Role, Seat, UserStatus } from "./client-store.ts";
import type { PageChannel } from "./page/page-channel.ts";
import { findRefusal, type Viewer } from "./sdk/apis.ts";
import type { ContextClaims } from "./sdk/app-context.ts";

/** For how long the app context names the invitation or link that opened the app. */
export const OPENING_LIVES_MS = 5 * 60_000;
/** After this time, Zoom's client forgets the call to `config`. */
const CONFIG_LIVES_MS = 2 * 3_600_000;

export interface Seating {
  seat: Seat;
  device: Device;
  /** Empty for the meeting's host, and if it doesn't matter who the person is. */
  email: string;
}

/** Whether the client's user is in the meeting, hasn't joined yet, or has left. */
export type Presence = Participant["state"];

interface ClientsDeps {
  store: ZoomStore;
  clientStore: ClientStore;
  instances: MeetingInstances;
  channel: PageChannel;
}

export type Clients = ReturnType<typeof createClients>;

export function createClients({ store, clientStore, instances, channel }: ClientsDeps) {
  const { clients, installations } = clientStore;

  function find(id: string): Client {
    const client = clients.get(id);
    if (!client) throw new PageError(404, "This Zoom client is not open.");
    return client;
  }

  function roomOf(meetingId: string | number): Room {
    const room = instances.find(meetingId);
    if (!room) throw new PageError(404, `Meeting does not exist: ${meetingId}.`);
    return room;
  }

  /** Changes the client and notifies its page. */
  function update(id: string, change: Partial<Client>): Client {
    const changed = clients.put(id, { ...find(id), ...change });
    channel.publish(id, { kind: "changed" });
    return changed;
  }

  function listIn(meetingId: number): Client[] {
    return clients.list({ meetingId });
  }

  function presenceOf({ meetingId, participantUuid }: Client): Presence {
    const { meeting } = roomOf(meetingId);
    return meeting.participants.find(({ uuid }) => uuid === participantUuid)?.state ?? "left";
  }

  function isInside(client: Client): boolean {
    return presenceOf(client) === "in";
  }

  function statusOf({ zoomId }: Client): UserStatus {
    if (!zoomId) return "unauthenticated";
    return installations.get(zoomId)?.added ? "authorized" : "authenticated";
  }

  function viewerOf(client: Client): Viewer {
    return { device: client.device, role: client.role, status: statusOf(client) };
  }

  /**
   * Whether the app has requested this call or event, and whether it was and still is allowed to
   * use it.
   */
  function hasConfigured({ config, ...client }: Client, name: string): boolean {
    if (!config || config.at + CONFIG_LIVES_MS < Date.now()) return false;
    const before: Viewer = { ...config, device: client.device };
    return config.capabilities.includes(name) && !findRefusal(name, before);
  }

  /** Sends an event to the app, if the app has requested it. */
  function emit(client: Client, name: string, data: Record<string, unknown>): void {
    if (!client.appOpen || !isInside(client)) return;
    if (!hasConfigured(client, name) || findRefusal(name, viewerOf(client))) return;
    const event = { timestamp: Math.floor(Date.now() / 1000), ...data };
    channel.publish(client.id, { kind: "event", name, data: event });
    channel.publish(client.id, { kind: "log", line: `event ${name} ${JSON.stringify(event)}` });
  }

  /** Brings the person into the meeting, and starts it if they host it. */
  function join(id: string): Client {
    const client = find(id);
    if (presenceOf(client) !== "left") return client;
    const room = roomOf(client.meetingId);
    const { zoomId, name } = client;
    // Guests have no address at Zoom.
    const person = { zoomId, name, email: zoomId ? client.email : "" };
    const participant = findSeated(client) ?? enter(room, client, person);
    return update(id, { participantUuid: participant.uuid, config: null, breakoutRoom: null });
  }

  /**
   * The existing participant for this person, who may have joined through a start link, for
   * example.
   */
  function findSeated(client: Client): Participant | undefined {
    const taken = new Set(listIn(client.meetingId).map(({ participantUuid }) => participantUuid));
    return roomOf(client.meetingId).meeting.participants.find(
      ({ uuid, zoomId, state }) =>
        state === "in" && zoomId !== "" && zoomId === client.zoomId && !taken.has(uuid),
    );
  }

  function enter(
    room: Room,
    client: Client,
    person: Pick<Participant, "zoomId" | "name" | "email">,
  ) {
    if (client.role !== "host" || room.meeting.status === "started") {
      return instances.join(room, person);
    }
    const [host] = instances.start(room, person).participants;
    if (!host) throw new Error("A started meeting has a host");
    return host;
  }

  function setRole(id: string, role: Role): void {
    const client = find(id);
    if (client.role === role) return;
    // A meeting has only one host. The previous host becomes a participant.
    const former = role === "host" ? listIn(client.meetingId).filter(isHost) : [];
    for (const each of [...former, client]) {
      const changed = update(each.id, { role: each.id === id ? role : "attendee" });
      const { name, role: now } = changed;
      emit(changed, "onMyUserContextChange", { role: now, screenName: name });
    }
  }

  /** The participants in the same main or breakout room, including the client's own user. */
  function listPeopleWith(client: Client): Participant[] {
    const elsewhere = new Set(
      listIn(client.meetingId)
        .filter(({ breakoutRoom }) => breakoutRoom?.uuid !== client.breakoutRoom?.uuid)
        .map(({ participantUuid }) => participantUuid),
    );
    return roomOf(client.meetingId).meeting.participants.filter(
      ({ state, uuid }) => state === "in" && !elsewhere.has(uuid),
    );
  }

  /** The role of a participant, who may have joined without an emulated client. */
  function roleOf(participant: Participant, room: Room): Role {
    const client = listIn(room.meeting.id).find(
      ({ participantUuid }) => participantUuid === participant.uuid,
    );
    if (client) return client.role;
    return participant.zoomId === room.host.id ? "host" : "attendee";
  }

  instances.subscribe(({ meetingId, joined, left }) => {
    const room = instances.find(meetingId);
    const participants = [
      ...joined.map((each) => entryOf(each, "join")),
      ...left.map((each) => entryOf(each, "leave")),
    ];
    for (const client of listIn(meetingId)) {
      channel.publish(client.id, { kind: "changed" });
      if (room && participants.length > 0) emit(client, "onParticipantChange", { participants });
    }

    function entryOf(each: Participant, status: "join" | "leave") {
      const role = room ? roleOf(each, room) : "attendee";
      return {
        status,
        screenName: each.name,
        participantId: Number(each.userId),
        participantUUID: each.uuid,
        role: role.toLowerCase(),
      };
    }
  });

  return {
    find,
    roomOf,
    update,
    listIn,
    presenceOf,
    isInside,
    statusOf,
    viewerOf,
    hasConfigured,
    emit,
    join,
    setRole,
    roleOf,
    listPeopleWith,

    /** This person's client on this device. The first call opens it and lets the person join. */
    open(meetingId: string, { seat, device, email }: Seating): Client {
      const { meeting, host } = roomOf(meetingId);
      const guest = seat === "guest";
      const address =
        email.trim().toLowerCase() || (seat === "host" ? host.email : `${seat}@zoom.test`);
      const known = listIn(meeting.id).find(
        (each) => each.email === address && each.device === device && each.guest === guest,
      );
      if (known) return known;

      const user = store.userByEmail(address);
      if (!guest && !installations.get(user.id)) {
        installations.put(user.id, { userId: user.id, added: true, consented: false });
      }
      const id = randomBytes(8).toString("hex");
      clients.put(id, {
        id,
        meetingId: meeting.id,
        device,
        zoomId: guest ? "" : user.id,
        name: `${user.firstName} ${user.lastName}`.trim(),
        email: address,
        guest,
        participantUuid: "",
        role: "attendee",
        breakoutRoom: null,
        appOpen: true,
        // Guests can open an app only through an invitation.
        opening: guest ? { invitation: randomUuid(), until: Date.now() + OPENING_LIVES_MS } : null,
        config: null,
        prompt: null,
        notice: null,
      });
      if (seat === "host") setRole(id, "host");
      if (seat === "co-host") setRole(id, "coHost");
      return join(id);
    },

    leave(id: string): void {
      const client = find(id);
      const room = roomOf(client.meetingId);
      const participant = room.meeting.participants.find(
        ({ uuid }) => uuid === client.participantUuid,
      );
      if (participant) instances.leave(room, participant);
    },

    /** Moves the person to a breakout room, or back to the main meeting. */
    moveTo(id: string, name: string | null): void {
      const client = find(id);
      const known = listIn(client.meetingId).find(
        ({ breakoutRoom }) => breakoutRoom?.name === name,
      );
      const breakoutRoom =
        name === null ? null : (known?.breakoutRoom ?? { uuid: randomUuid(), name });
      const moved = update(id, { breakoutRoom });
      const { uuid } = breakoutRoom ?? client.breakoutRoom ?? {};
      if (!uuid) return;
      emit(moved, "onBreakoutRoomChange", {
        action: breakoutRoom ? "join" : "leave",
        breakoutRoomUUID: uuid,
      });
    },

    /** What the app context says about this person. */
    claimsOf(client: Client): ContextClaims {
      const { meeting } = roomOf(client.meetingId);
      const opening = client.opening && client.opening.until > Date.now() ? client.opening : null;
      return {
        ...(statusOf(client) === "authorized" && { uid: client.zoomId }),
        mid: meeting.uuid,
        ...(client.breakoutRoom && { bmid: client.breakoutRoom.uuid }),
        attendrole: attendRoles[client.role],
        ...(opening?.invitation && { iid: opening.invitation }),
        ...(opening?.action && { act: opening.action }),
      };
    },
  };
}

const attendRoles = { host: "host", coHost: "co-host", attendee: "participant" } as const;

function isHost({ role }: Client): boolean {
  return role === "host";
}
