import { describe, expect, test } from "vitest";
import { roomPhase } from "#lib/rooms/room-opening.ts";

const times = { startsAt: "2027-03-10T18:00:00Z", endsAt: "2027-03-10T19:00:00Z" };

describe("the phase of a room", () => {
  test.each([
    ["2027-03-10T17:49:59.999Z", "coming"],
    ["2027-03-10T17:50:00.000Z", "open"],
    ["2027-03-10T18:00:00.000Z", "running"],
    ["2027-03-10T18:59:59.999Z", "running"],
    ["2027-03-10T19:00:00.000Z", "over"],
  ])("at %s is %s", (moment, phase) => {
    expect(roomPhase(times, Date.parse(moment))).toBe(phase);
  });

  test.each([
    ["2027-03-10T17:20:00.000Z", "running"],
    ["2027-03-10T19:59:59.999Z", "running"],
    ["2027-03-10T20:00:00.000Z", "over"],
  ])("at %s is %s once the teacher has started the meeting", (moment, phase) => {
    expect(roomPhase({ ...times, isInProgress: true }, Date.parse(moment))).toBe(phase);
  });
});
