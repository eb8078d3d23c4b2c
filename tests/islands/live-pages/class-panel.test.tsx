/** The panel beside the text for people who may lead the class. */
import { expect, test } from "vitest";
import { ClassPanel } from "#islands/live-pages/lead/ClassPanel.tsx";
import { findNextReciter } from "#islands/live-pages/lead/next-reciter.ts";
import { PassagePicker } from "#islands/live-pages/lead/PassagePicker.tsx";
import { type Live, LiveContext } from "#islands/live-pages/live-context.ts";
import type { LivePageFollower } from "#lib/live-pages/live-pages.responses.ts";
import type { LivePageCommand } from "#lib/live-pages/live-pages.ts";
import { render, screen } from "../support/render.tsx";
import { snapshot } from "./page-stream.ts";

const profileId = "prf_viewer";

function showPanel(role: "host" | "cohost", isLead: boolean, people: LivePageFollower[] = []) {
  const commands: LivePageCommand[] = [];
  const view = { ...snapshot, role, profileId, people, pointer: null };
  const send = async (command: LivePageCommand) => commands.push(command) > 0;
  const facts = { isCanceled: false };
  const live = { view, isLead, facts, session: { send } } as unknown as Live;
  const user = render(
    <LiveContext value={live}>
      <ClassPanel onShare={() => {}} />
    </LiveContext>,
  );
  return { user, commands };
}

const note =
  "You're a co-host. You can take the lead at any time, and the teacher can take it back.";
const take = { command: "lead", profileId };

test("a co-host who doesn't lead takes the lead with one button", async () => {
  const { user, commands } = showPanel("cohost", false);
  expect(screen.getByText(note)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Take the lead" }));
  expect(commands).toEqual([take]);
});

test("the teacher takes the lead back with one button", async () => {
  const { user, commands } = showPanel("host", false);
  expect(screen.queryByText(note)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Take back the lead" }));
  expect(commands).toEqual([take]);
});

test("a co-host who leads can only return the lead", () => {
  showPanel("cohost", true);
  expect(screen.getByRole("button", { name: "Return the lead" })).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Take/ })).toBeNull();
  expect(screen.queryByText(note)).toBeNull();
});

test("a student who hasn't opened the page is listed, and can be chosen to recite", async () => {
  const layla = { _id: "prf_layla", name: "Layla Osman", isHere: false };
  const { user, commands } = showPanel("host", true, [{ ...layla, isExpected: true }]);
  await user.click(screen.getByText("Not here yet"));
  await user.click(screen.getByRole("button", { name: "Start recitation" }));
  expect(commands).toEqual([{ command: "recite", profileId: layla._id }]);
});

test("the lead can't be passed to a student who doesn't have the page open, and the panel says why", async () => {
  const layla = { _id: "prf_layla", name: "Layla Osman", isHere: false };
  const omar = { _id: "prf_omar", name: "Omar Khan", isHere: true };
  const { user, commands } = showPanel("host", true, [layla, omar]);
  await user.click(screen.getByText("Away"));
  const [toAbsent, toPresent] = screen.getAllByRole("button", { name: "Pass the lead" });
  expect(toAbsent).toHaveProperty("disabled", true);
  const reason = document.getElementById(toAbsent?.getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("This person doesn't have the page open.");
  if (toPresent) await user.click(toPresent);
  expect(commands).toEqual([{ command: "lead", profileId: omar._id }]);
});

test("a co-host whose class hasn't come learns who will be listed", () => {
  showPanel("cohost", false);
  expect(screen.getByText("Students who open the page will appear here.")).toBeDefined();
});

test("the passage picker says why a place isn't found", async () => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView ??= () => {};
  const user = render(<PassagePicker onChoose={() => {}} />);
  const field = screen.getByRole("combobox");
  for (const [typed, reason] of [
    ["2:287", "Surah Al-Baqarah has no verse 287. Its verses are numbered from 1 to 286."],
    ["page 605", "There is no page 605. This mushaf has 604 pages."],
    [
      "2:5-1",
      "The range from verse 5 to 1 of surah Al-Baqarah ends before it starts. Enter the smaller number first.",
    ],
    ["qqq", /^No passage found\./],
  ] as const) {
    await user.clear(field);
    await user.type(field, typed);
    expect(screen.getByText(reason)).toBeDefined();
  }
});

test("the passage picker chooses nothing before something is typed or an arrow key is pressed", async () => {
  Element.prototype.scrollIntoView ??= () => {};
  const chosen: string[] = [];
  const user = render(<PassagePicker onChoose={({ from, to }) => chosen.push(`${from}-${to}`)} />);
  const field = screen.getByRole("combobox");
  await user.type(field, "{Enter}");
  await user.type(field, "  {Enter}");
  expect(chosen).toEqual([]);
  expect(field.getAttribute("aria-activedescendant")).toBeNull();
  await user.clear(field);
  await user.type(field, "{ArrowDown}{Enter}");
  await user.type(field, "kahf 1-10{Enter}");
  expect(chosen).toEqual(["1:1-1:7", "18:1-18:10"]);
});

test("students without the page are next in turn too, after those who raised a hand", () => {
  const people = ["Bilal", "Amina", "Dawud", "Huda"].map((name) => ({
    _id: `prf_${name}`,
    name,
    isHere: name === "Huda",
  }));
  const next = (name: string, raised?: string) => {
    const handRaisedAt = "2027-03-10T12:00:00.000Z";
    const listed = people.map((each) => (each.name === raised ? { ...each, handRaisedAt } : each));
    return findNextReciter({ people: listed, hostId: "prf_host" }, { _id: `prf_${name}`, name })
      ?.name;
  };
  expect(next("Amina")).toBe("Bilal");
  expect(next("Bilal")).toBe("Dawud");
  expect(next("Huda")).toBe("Amina");
  expect(next("Amina", "Dawud")).toBe("Dawud");
});
