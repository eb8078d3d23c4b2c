import { expect, it, vi } from "vitest";
import { EmailPreferencesCard } from "#islands/dashboard/settings/EmailPreferencesCard.tsx";
import type { EmailPreferences } from "#lib/account-settings/email-preferences.ts";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const all: EmailPreferences = {
  meetingReminders: true,
  classRecaps: true,
  messageDigests: true,
  changeSummaries: true,
};
const box = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });
const reminders = () => box("Class reminders");
const digests = () => box("Unread messages");

it("each kind of email can be turned off and on, with a confirmation", async () => {
  signInAs({});
  const onDone = vi.fn();
  let saved = all;
  const calls = answer({
    "GET /users/me/mails": success(all),
    "PATCH /users/me/mails": () => {
      saved = { ...saved, ...calls.at(-1)?.body };
      return success(saved);
    },
  });
  const user = render(<EmailPreferencesCard onDone={onDone} />);
  expect((await reminders()).checked).toBe(true);
  await user.click(await reminders());
  await waitFor(() => expect(onDone).toHaveBeenLastCalledWith("Class reminders are off."));
  expect((await reminders()).checked).toBe(false);
  await user.click(await digests());
  await waitFor(() =>
    expect(onDone).toHaveBeenLastCalledWith("Emails about unread messages are off."),
  );
  expect((await digests()).checked).toBe(false);
  await user.click(await reminders());
  await waitFor(() => expect(onDone).toHaveBeenLastCalledWith("Class reminders are on."));
  await user.click(await digests());
  await waitFor(() =>
    expect(onDone).toHaveBeenLastCalledWith("Emails about unread messages are on."),
  );
  const sent = calls.filter(({ name }) => name.startsWith("PATCH")).map(({ body }) => body);
  expect(sent).toEqual([
    { meetingReminders: false },
    { messageDigests: false },
    { meetingReminders: true },
    { messageDigests: true },
  ]);
});

it("the email choices return to the stored values when saving fails", async () => {
  signInAs({});
  answer({
    "GET /users/me/mails": success(all),
    "PATCH /users/me/mails": failure(503, "Please try again soon."),
  });
  const user = render(<EmailPreferencesCard onDone={() => {}} />);
  await user.click(await digests());
  expect(await screen.findByText("Please try again soon.")).toBeDefined();
  expect((await digests()).checked).toBe(true);
  expect((await reminders()).checked).toBe(true);
});

it("the email choices can be reloaded when they could not be read", async () => {
  signInAs({});
  let isAway = true;
  answer({
    "GET /users/me/mails": () => (isAway ? failure(503, "Please try again soon.") : success(all)),
  });
  const user = render(<EmailPreferencesCard onDone={() => {}} />);
  const again = await screen.findByRole("button", { name: "Try Again" });
  isAway = false;
  await user.click(again);
  expect((await reminders()).checked).toBe(true);
});
