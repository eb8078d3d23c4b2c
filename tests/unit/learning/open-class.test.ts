import { expect, test } from "vitest";
import type { ClassView } from "#lib/classes/classes.responses.ts";
import { findOpenClass } from "#server/learning/open-class.ts";

const classAt = (_id: string, hour: number, more: Partial<ClassView> = {}): ClassView => ({
  _id,
  number: 1,
  startsAt: `2027-03-10T${hour}:00:00.000Z`,
  endsAt: `2027-03-10T${hour + 1}:00:00.000Z`,
  isCancelled: false,
  meeting: { _id: "mtg_1", status: "scheduled", joinUrl: "" },
  ...more,
});
const at = (time: string) => new Date(`2027-03-10T${time}Z`);
const classes = [classAt("cls_1", 10), classAt("cls_2", 18)];

test("a new student can join the class that is in progress or starts within ten minutes", () => {
  expect(findOpenClass(classes, at("10:20:00"))).toEqual({
    joinPath: "/join/cls_1",
    runningUntil: "2027-03-10T11:00:00.000Z",
  });
  expect(findOpenClass(classes, at("17:50:00"))).toEqual({ joinPath: "/join/cls_2" });
  expect(findOpenClass(classes, at("17:49:00"))).toBeUndefined();
});

test("a new student can't join a class that is canceled, has ended early or has no room", () => {
  const { meeting: _, ...roomless } = classAt("cls_1", 10);
  const ended = { _id: "mtg_1", status: "ended" as const, joinUrl: "" };
  for (const each of [
    roomless,
    classAt("cls_1", 10, { isCancelled: true }),
    classAt("cls_1", 10, { meeting: ended }),
  ]) {
    expect(findOpenClass([each], at("10:20:00"))).toBeUndefined();
  }
});
