// Meetings in progress: starting, joining, leaving and ending, with the events for the product.
import { randomInt, randomUUID } from "node:crypto";
import type { ZoomEvents } from "./events.ts";
import {
  type Meeting,
  type Participant,
  randomUuid,
  type ZoomStore,
  type ZoomUser,
  zoomTime,
} from "./store.ts";

/**
 * A meeting's room in its current state. Don't await anything between finding a room and changing
 * it.
 */
export interface Room {
  meeting: Meeting;
  host: ZoomUser;
}

export type Person = Pick<Participant, "name" | "email" | "zoomId">;

/** Who entered or left a meeting. Both are empty for other changes. */
export interface MeetingChange {
  meetingId: number;
  joined: Participant[];
  left: Participant[];
}

export interface MeetingInstances {
  find(id: string | number): Room | undefined;
  /**
   * Starts the meeting with this person, by default its host, and admits those who are waiting.
   * Does nothing if it has started.
   */
  start(room: Room, person?: Person): Meeting;
  /** Lets a person in, or to the waiting room if the meeting hasn't started. */
  join(room: Room, person: Person): Participant;
  leave(room: Room, participant: Participant): void;
  /** Ends the meeting for everyone. Starting it again creates a new instance with a new UUID. */
  end(room: Room): void;
  /** Calls the listener after each change. */
  subscribe(listener: (change: MeetingChange) => void): void;
}

export function createMeetingInstances(store: ZoomStore, events: ZoomEvents): MeetingInstances {
  const listeners: ((change: MeetingChange) => void)[] = [];

  function notify(meeting: Meeting, joined: Participant[], left: Participant[]): void {
    for (const listener of listeners) listener({ meetingId: meeting.id, joined, left });
  }

  return {
    find(id) {
      const meeting = store.meetings.get(String(id));
      const host = meeting && store.users.get(meeting.hostId);
      return host && { meeting, host };
    },

    start({ meeting, host }, person = hostPerson(host)) {
      if (meeting.status === "started") return meeting;
      const participants = [
        newParticipant(person),
        ...meeting.participants.map((each): Participant => {
          return each.state === "waiting" ? { ...each, state: "in" } : each;
        }),
      ];
      const joined = participants.filter(({ state }) => state === "in");
      const running: Meeting = {
        ...meeting,
        status: "started",
        startedAt: zoomTime(new Date()),
        participants,
      };
      store.transaction(() => {
        store.meetings.put(String(meeting.id), running);
        events.meetingStarted(host, running);
        for (const each of joined) events.participantJoined(host, running, each);
      });
      notify(running, joined, []);
      return running;
    },

    join({ meeting, host }, person) {
      const open = meeting.status === "started" || meeting.settings.join_before_host === true;
      const joining: Participant = { ...newParticipant(person), state: open ? "in" : "waiting" };
      store.transaction(() => {
        store.meetings.put(String(meeting.id), {
          ...meeting,
          participants: [...meeting.participants, joining],
        });
        if (open) events.participantJoined(host, meeting, joining);
      });
      notify(meeting, open ? [joining] : [], []);
      return joining;
    },

    leave({ meeting, host }, participant) {
      if (participant.state === "left") return;
      const inside = participant.state === "in";
      store.transaction(() => {
        store.meetings.put(String(meeting.id), {
          ...meeting,
          participants: meeting.participants.map((each): Participant => {
            return each.uuid === participant.uuid ? { ...each, state: "left" } : each;
          }),
        });
        if (inside) events.participantLeft(host, meeting, participant);
      });
      notify(meeting, [], inside ? [participant] : []);
    },

    end({ meeting, host }) {
      if (meeting.status !== "started") return;
      const left = meeting.participants.filter(({ state }) => state === "in");
      store.transaction(() => {
        for (const each of left) events.participantLeft(host, meeting, each);
        events.meetingEnded(host, meeting);
        store.meetings.put(String(meeting.id), {
          ...meeting,
          uuid: randomUuid(),
          status: "waiting",
          startedAt: null,
          participants: [],
        });
      });
      notify(meeting, [], left);
    },

    subscribe(listener) {
      listeners.push(listener);
    },
  };
}

function hostPerson({ firstName, lastName, email, id }: ZoomUser): Person {
  return { name: `${firstName} ${lastName}`.trim(), email, zoomId: id };
}

function newParticipant(person: Person): Participant {
  return {
    ...person,
    uuid: randomUUID().toUpperCase(),
    userId: String(randomInt(16_000_000, 17_000_000)),
    state: "in",
  };
}
