import { expect, it, vi } from "vitest";
import { RemindersCard } from "#islands/dashboard/settings/RemindersCard.tsx";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const box = () => screen.findByRole<HTMLInputElement>("checkbox", { name: "Remind me by mail" });

it("switches reminders off and on, and says so", async () => {
  signInAs({});
  const onDone = vi.fn();
  const calls = answer({
    "GET /zoom/reminders": success({ reminders: true }),
    "PUT /zoom/reminders": () =>
      success({ reminders: calls.filter(({ name }) => name.startsWith("PUT")).length === 2 }),
  });
  const user = render(<RemindersCard onDone={onDone} />);
  expect((await box()).checked).toBe(true);
  await user.click(await box());
  await waitFor(() => expect(onDone).toHaveBeenLastCalledWith("Reminders are off."));
  expect((await box()).checked).toBe(false);
  await user.click(await box());
  await waitFor(() => expect(onDone).toHaveBeenLastCalledWith("You will be reminded by mail."));
  const sent = calls.filter(({ name }) => name.startsWith("PUT")).map(({ body }) => body);
  expect(sent).toEqual([{ reminders: false }, { reminders: true }]);
});

it("goes back to what holds when saving fails", async () => {
  signInAs({});
  answer({
    "GET /zoom/reminders": success({ reminders: true }),
    "PUT /zoom/reminders": failure(503, "Please try again soon."),
  });
  const user = render(<RemindersCard onDone={() => {}} />);
  await user.click(await box());
  expect(await screen.findByText("Please try again soon.")).toBeDefined();
  expect((await box()).checked).toBe(true);
});
