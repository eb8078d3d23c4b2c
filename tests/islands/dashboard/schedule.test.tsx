import { act, fireEvent, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Modals } from "#islands/dashboard/Modals.tsx";
import { Schedule } from "#islands/dashboard/schedule/Schedule.tsx";
import { remembered } from "#lib/client/browser-storage.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { $replacedSlots } from "#lib/people/replaced-slots.store.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const profile: Profile = {
  _id: "prf_1",
  role: "teacher",
  name: "Khalid Mansour",
  timeZone: "Africa/Cairo",
};
const account = { id: "usr_1", email: "khalid@example.org", name: "Khalid Mansour" };
const slot = (day: string, startTime: string, endTime: string, isBooked = false) => ({
  day,
  startTime,
  endTime,
  isBooked,
});
const week = [
  slot("Monday", "09:00", "10:00", true),
  slot("Monday", "10:00", "11:00"),
  slot("Friday", "17:00", "18:00"),
];
const path = "/teachers/prf_1/timeslots";
const read = (slots: object[]) => ({
  [`GET ${path}`]: success({ availableTimeSlots: slots }),
  "GET /trials": success([]),
});

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  history.replaceState(null, "", "/dashboard?tab=schedule");
  signInAs(profile);
  remembered.set("userProfileId", profile._id);
});
afterEach(() => {
  vi.useRealTimers();
  $replacedSlots.set(undefined);
});

const show = (person = profile) =>
  render(
    <Modals profile={person} user={account}>
      {(dashboard) => <Schedule profile={person} {...dashboard} />}
    </Modals>,
  );
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole("button", { name }));
const openForm = async () => {
  show();
  await press("Manage Schedule");
  return screen.findByRole("dialog", { name: "Manage Available Time Slots" });
};
const pass = (milliseconds: number) =>
  act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));

describe("the schedule tab", () => {
  it("shows a card for each slot and the state of each day", async () => {
    answer(read(week));
    show();
    const table = await screen.findByRole("table");
    const heads = within(table).getAllByRole("columnheader");
    expect(heads.map(({ textContent }) => textContent)).toEqual(["Day", "Time Slots", "Status"]);
    const rows = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toHaveLength(7);
    expect(rows[0]).toEqual(["Monday", "09:00-10:00, 10:00-11:00", "1 Booked / 2 Total"]);
    expect(rows[1]).toEqual(["Tuesday", "–", "No Slots"]);
    expect(rows[4]).toEqual(["Friday", "17:00-18:00", "All Available"]);
    const cards = within(screen.getAllByRole("list")[0] as HTMLElement).getAllByRole("listitem");
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      "Monday09:00-10:00Booked",
      "Monday10:00-11:00Available",
      "Friday17:00-18:00Available",
    ]);
  });

  it("offers to set up weekly hours while it is empty", async () => {
    answer(read([]));
    show();
    expect(await screen.findByText("No Time Slots Set Up")).toBeDefined();
    await press("Configure Your Schedule");
    expect(screen.getByRole("dialog", { name: "Manage Available Time Slots" })).toBeDefined();
  });

  it("can be reloaded when it could not be read", async () => {
    answer({ ...read([]), [`GET ${path}`]: { status: 400, text: "{}" } });
    show();
    expect(await screen.findByText("Failed to fetch time slots")).toBeDefined();
    answer(read(week));
    await press("Try Again");
    expect(await screen.findByRole("table")).toBeDefined();
  });
});

describe("managing the time slots", () => {
  it("keeps booked slots locked, and starts new ones on Monday at nine", async () => {
    const calls = answer({ ...read(week), [`PUT ${path}`]: success({ availableTimeSlots: week }) });
    const dialog = await openForm();
    expect(within(dialog).getByText("(Booked)").parentElement?.textContent).toContain(
      "Monday 09:00-10:00",
    );
    expect(within(dialog).getAllByRole("button", { name: /^Remove time slot/ })).toHaveLength(2);
    await press("Remove time slot 3");
    await press("Add time slot");
    const [, added] = within(dialog).getAllByRole("group", { name: /^Time slot/ });
    if (!added) throw new Error("No slot was added");
    const value = (label: string) => within(added).getByLabelText<HTMLInputElement>(label).value;
    expect([value("Day"), value("Start time"), value("End time")]).toEqual([
      "Monday",
      "09:00",
      "10:00",
    ]);
    fireEvent.change(within(added).getByLabelText("Day"), { target: { value: "Sunday" } });
    await press("Save changes");
    expect(await screen.findByText("Time slots updated successfully!")).toBeDefined();
    expect(calls.find(({ name }) => name === `PUT ${path}`)?.body).toEqual({
      availableTimeSlots: [
        { day: "Monday", startTime: "09:00", endTime: "10:00" },
        { day: "Monday", startTime: "10:00", endTime: "11:00" },
        { day: "Sunday", startTime: "09:00", endTime: "10:00" },
      ],
    });
    await press("Undo");
    await vi.waitFor(() => expect(screen.queryByText("You changed your weekly hours.")).toBeNull());
    expect(calls.findLast(({ name }) => name === `PUT ${path}`)?.body).toEqual({
      availableTimeSlots: week.map(({ isBooked: _isBooked, ...times }) => times),
    });
  });

  it("reports success in a toast for 3 s, and closes the dialog after 2 s", async () => {
    answer({ ...read(week), [`PUT ${path}`]: success({ availableTimeSlots: week }) });
    await openForm();
    await press("Save changes");
    expect(await screen.findByText("Schedule updated successfully!")).toBeDefined();
    await pass(2_100);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("Schedule updated successfully!")).toBeDefined();
    await pass(1_000);
    expect(screen.queryByText("Schedule updated successfully!")).toBeNull();
  });

  it("requires times that are in order and do not overlap", async () => {
    answer(read(week));
    const dialog = await openForm();
    const [monday, friday] = within(dialog).getAllByRole("group", { name: /^Time slot/ });
    const change = (group: HTMLElement | undefined, label: string, value: string) =>
      fireEvent.change(within(group as HTMLElement).getByLabelText(label), { target: { value } });
    change(friday, "End time", "16:00");
    await press("Save changes");
    expect(await screen.findByText("End time must be after start time")).toBeDefined();
    change(friday, "End time", "18:00");
    change(monday, "Start time", "09:30");
    await press("Save changes");
    expect(await screen.findByText("Overlaps with Monday 09:00-10:00")).toBeDefined();
    change(monday, "Start time", "");
    await press("Save changes");
    expect(await screen.findByText("Please enter a time")).toBeDefined();
  });

  it("copies a day to other days where there is room", async () => {
    answer(read(week));
    const dialog = await openForm();
    fireEvent.change(within(dialog).getByLabelText("Copy from"), { target: { value: "Monday" } });
    for (const day of ["Tuesday", "Friday"]) fireEvent.click(within(dialog).getByLabelText(day));
    await press("Copy");
    expect(within(dialog).getByText("4 slots added.")).toBeDefined();
    for (const day of ["Tuesday", "Friday"]) fireEvent.click(within(dialog).getByLabelText(day));
    await press("Copy");
    expect(within(dialog).getByText("0 slots added.")).toBeDefined();
    expect(within(dialog).getAllByRole("group", { name: /^Time slot/ })).toHaveLength(6);
  });

  it.each([
    [
      failure(409, "A booked time slot can't be removed or changed: Monday 09:00-10:00"),
      /^A booked/,
    ],
    [{ status: 400, text: "{}" }, "Failed to update time slots"],
  ])("says why the slots could not be saved", async (refusal, words) => {
    answer({ ...read(week), [`PUT ${path}`]: refusal });
    await openForm();
    await press("Save changes");
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByRole("dialog")).toBeDefined();
  });
});

describe("the trial lessons on the schedule tab", () => {
  const lesson = {
    _id: "trl_1",
    startTime: "2027-03-05T15:00:00.000Z",
    endTime: "2027-03-05T16:00:00.000Z",
    timeZone: "Africa/Cairo",
    teacher: { _id: "prf_1", name: "Khalid Mansour" },
    student: { _id: "prf_2", name: "Layla Osman" },
  };

  it("can be turned on by the teacher", async () => {
    const calls = answer({
      ...read(week),
      "PUT /teachers/prf_1": success({ ...profile, offersTrials: true }),
    });
    show();
    fireEvent.click(await screen.findByLabelText(/^Offer free trial lessons/));
    await vi.waitFor(() => expect(calls.at(-1)?.body).toEqual({ offersTrials: true }));
  });

  it("leave the focus on the checkbox while the choice is saved, and save it once", async () => {
    const saving = Promise.withResolvers<undefined>();
    const calls = answer({
      ...read(week),
      "PUT /teachers/prf_1": async () => {
        await saving.promise;
        return success({ ...profile, offersTrials: true });
      },
    });
    const user = show();
    const offer = await screen.findByRole<HTMLInputElement>("checkbox", {
      name: /^Offer free trial lessons/,
    });
    offer.focus();
    await user.keyboard(" ");
    await vi.waitFor(() => expect(offer.getAttribute("aria-busy")).toBe("true"));
    expect(offer.disabled).toBe(false);
    expect(offer.checked).toBe(true);
    await user.keyboard(" ");
    expect(offer.checked).toBe(true);
    saving.resolve(undefined);
    expect(await screen.findByText(/^Students can .* book trial lessons/)).toBeDefined();
    expect(document.activeElement).toBe(offer);
    expect(calls.filter(({ name }) => name.startsWith("PUT"))).toHaveLength(1);
  });

  it("are listed with the other person, and can be canceled after a confirmation", async () => {
    let lessons = [lesson];
    const calls = answer({
      ...read(week),
      "GET /trials": () => success(lessons),
      "DELETE /trials/trl_1": () => {
        lessons = [];
        return success(null);
      },
    });
    show();
    expect(await screen.findByText("Layla Osman")).toBeDefined();
    expect(screen.getByRole("link", { name: "Message Layla Osman" }).getAttribute("href")).toBe(
      "/dashboard/messages?to=prf_2",
    );
    await press("Cancel lesson with Layla Osman");
    expect(calls.map(({ name }) => name)).not.toContain("DELETE /trials/trl_1");
    await press("Cancel lesson");
    await vi.waitFor(() => expect(screen.queryByText("Layla Osman")).toBeNull());
  });
});
