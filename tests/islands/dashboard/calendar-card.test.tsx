import { fireEvent, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CalendarCard } from "#islands/dashboard/settings/calendar/CalendarCard.tsx";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const createdAt = "2027-03-01T10:00:00.000Z";
const url = "https://halaqa.example/calendar/secret.ics";
const none = { "GET /calendar/feed": success(null) };
const one = { "GET /calendar/feed": success({ createdAt }) };
const made = { "POST /calendar/feed": success({ createdAt, url }) };

const onDone = vi.fn<(message: string) => void>();
const show = () => render(<CalendarCard onDone={onDone} />);
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const confirm = (name: string) =>
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name }));
const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

beforeEach(() => {
  onDone.mockReset();
  history.replaceState(null, "", "/dashboard?tab=settings");
  signInAs({ _id: "prf_1", role: "student", name: "Maryam Ali", country: "Egypt" });
});

describe("a calendar feed link", () => {
  it("can be created, is focused, and opens in calendar programs", async () => {
    answer({ ...none, ...made });
    show();
    await press("Create link");
    const field = await screen.findByLabelText("Your link");
    expect(field).toHaveProperty("value", url);
    expect(document.activeElement).toBe(field);
    expect(hrefOf("Calendar app")).toBe("webcal://halaqa.example/calendar/secret.ics");
    expect(new URL(hrefOf("Google Calendar") ?? "").searchParams.get("cid")).toBe(
      "webcal://halaqa.example/calendar/secret.ics",
    );
    expect(new URL(hrefOf("Outlook") ?? "").searchParams.get("url")).toBe(url);
    expect(screen.getByText("Not used by any calendar yet.")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Create link" })).toBeNull();
    await press("Replace link");
    confirm("Cancel");
    expect(screen.getByLabelText("Your link")).toHaveProperty("value", url);
  });

  it("can be copied, or a hint says to copy it by hand", async () => {
    answer({ ...none, ...made });
    show();
    const writeText = vi.spyOn(navigator.clipboard, "writeText");
    await press("Create link");
    await press("Copy");
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith("Link copied."));
    expect(writeText).toHaveBeenCalledWith(url);
    writeText.mockRejectedValue(new Error("not allowed"));
    await press("Copy");
    expect(await screen.findByText(/browser blocked copying/)).toBeDefined();
  });

  it("that was created before is not shown again, but can be replaced", async () => {
    const calls = answer({ ...one, ...made });
    show();
    expect(await screen.findByText(/show the link only once/)).toBeDefined();
    expect(screen.queryByLabelText("Your link")).toBeNull();
    await press("Replace link");
    expect(calls.some(({ name }) => name.startsWith("POST"))).toBe(false);
    confirm("Replace link");
    expect(await screen.findByLabelText("Your link")).toHaveProperty("value", url);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(onDone).toHaveBeenCalledWith("Your link was replaced.");
  });

  it("can be turned off after a confirmation, which reports errors", async () => {
    let fails = true;
    answer({
      ...one,
      "DELETE /calendar/feed": () => (fails ? failure(429, "Not so fast") : success(null)),
    });
    show();
    await press("Turn off");
    confirm("Turn off");
    expect(await screen.findByText("Not so fast")).toBeDefined();
    fails = false;
    confirm("Turn off");
    expect(await screen.findByRole("button", { name: "Create link" })).toBeDefined();
    expect(onDone).toHaveBeenCalledWith("Your link was turned off.");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Calendar" }));
  });

  it("reports why it cannot be created", async () => {
    answer({ ...none, "POST /calendar/feed": failure(429, "Too many attempts.") });
    show();
    await press("Create link");
    expect(await screen.findByText("Too many attempts.")).toBeDefined();
  });

  it("can be reloaded when it could not be read", async () => {
    let fails = true;
    answer({ "GET /calendar/feed": () => (fails ? failure(403, "Not now") : success(null)) });
    show();
    expect(await screen.findByText("Not now")).toBeDefined();
    fails = false;
    await press("Try Again");
    expect(await screen.findByRole("button", { name: "Create link" })).toBeDefined();
  });

  it("is the target of links to its section", async () => {
    history.replaceState(null, "", "/dashboard?tab=settings#calendar");
    answer(none);
    show();
    const heading = screen.getByRole("heading", { name: "Calendar" });
    expect(document.activeElement).toBe(heading);
  });
});
