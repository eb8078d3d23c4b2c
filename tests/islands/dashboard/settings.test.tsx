import { fireEvent } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import "../support/dialogs.ts";
import { answer, failure, success } from "../support/api.ts";
import { screen, waitFor } from "../support/render.tsx";
import {
  find,
  here,
  pass,
  phone,
  prepareSettings,
  press,
  sessions,
  show,
  student,
  type,
} from "./settings-screen.tsx";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

prepareSettings();

describe("changing the password", () => {
  const open = () => {
    show();
    press("Update Password");
  };
  const fill = (confirm = "a new passphrase") => {
    type("Current password", "the old one");
    type("New password", "a new passphrase");
    type("Confirm new password", confirm);
  };
  const submit = () => {
    const buttons = screen.getAllByRole("button", { name: "Update Password" });
    fireEvent.click(buttons.at(-1) as HTMLElement);
  };

  it("requires all three fields", async () => {
    const calls = answer(sessions);
    open();
    submit();
    expect(await screen.findByText("Please enter your current password")).toBeDefined();
    expect(screen.getByText("Please enter a new password")).toBeDefined();
    expect(screen.getByText("Please confirm your new password")).toBeDefined();
    expect(find(calls, "POST /auth/password/change/usr_1")).toBeUndefined();
  });

  it("is blocked while the two new passwords differ", async () => {
    const calls = answer(sessions);
    open();
    fill("another one");
    submit();
    expect(await screen.findByText("Passwords do not match")).toBeDefined();
    expect(find(calls, "POST /auth/password/change/usr_1")).toBeUndefined();
  });

  it("reports success in a toast and in the dialog, which closes after 2 s", async () => {
    const calls = answer({ ...sessions, "POST /auth/password/change/usr_1": success(null) });
    open();
    fill();
    submit();
    expect(await screen.findAllByText("Password updated successfully!")).toHaveLength(2);
    expect(find(calls, "POST /auth/password/change/usr_1")?.body).toMatchObject({
      currentPassword: "the old one",
      newPassword: "a new passphrase",
    });
    expect(screen.getByRole("dialog", { name: "Update Password" })).toBeDefined();
    await pass(2_100);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByText("Password updated successfully!")).toBeNull();
  });

  it("shows an error at its field, and has a message for an error without one", async () => {
    const message = "Your current password is not correct.";
    const refusal = failure(400, message, [{ field: "currentPassword", message }]);
    let status = refusal;
    answer({ ...sessions, "POST /auth/password/change/usr_1": () => status });
    open();
    fill();
    submit();
    expect(await screen.findAllByText(message)).toHaveLength(2);
    const field = screen.getByLabelText("Current password", { selector: "input" });
    expect(field.getAttribute("aria-invalid")).toBe("true");
    status = failure(500, "");
    // The button ignores clicks until the form has been submitted.
    await waitFor(() => expect(screen.queryByText("Updating...")).toBeNull());
    type("Current password", "another try");
    submit();
    expect(await screen.findByText("Failed to update password. Please try again.")).toBeDefined();
  });
});

describe("the sessions in the settings", () => {
  it("are listed with the current one marked, and can be ended one by one", async () => {
    let list = [here, phone];
    const calls = answer({
      ...sessions,
      "GET /users/me/sessions": () => success(list),
      "DELETE /users/me/sessions/ses_2": () => {
        list = [here];
        return success(null);
      },
    });
    show();
    expect(await screen.findByText("Safari on iPhone")).toBeDefined();
    expect(screen.getAllByText("This device")).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "End session: Firefox on Linux" })).toBeNull();
    press("End session: Safari on iPhone");
    await vi.waitFor(() => expect(screen.queryByText("Safari on iPhone")).toBeNull());
    expect(find(calls, "DELETE /users/me/sessions/ses_2")).toBeDefined();
  });

  it("all end when the person logs out everywhere, which leads to the home page", async () => {
    const calls = answer({
      ...sessions,
      "DELETE /users/me/sessions": success(null),
      "POST /auth/logout": success(null),
    });
    show();
    press("Log out everywhere");
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith("/"));
    expect(find(calls, "DELETE /users/me/sessions")).toBeDefined();
  });

  it("can be reloaded when they could not be read", async () => {
    let fails = true;
    answer({
      ...sessions,
      "GET /users/me/sessions": () => (fails ? failure(403, "Not now") : success([here])),
    });
    show();
    expect(await screen.findByText("Not now")).toBeDefined();
    fails = false;
    press("Try Again");
    expect(await screen.findByText("Firefox on Linux")).toBeDefined();
  });
});

it("a person can save their data as a file", async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return "blob:data";
  };
  URL.revokeObjectURL = () => {};
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  answer({ ...sessions, "GET /users/me/export": success({ account: { id: "usr_1" } }) });
  show();
  press("Download my data");
  expect(await screen.findByText("Your data was downloaded.")).toBeDefined();
  expect(click).toHaveBeenCalledOnce();
  expect(saved[0]?.type).toBe("application/json");
});

describe("deleting the account in the settings", () => {
  const open = () => {
    show();
    press("Delete account...");
  };

  it("requires the password and the confirmation word", async () => {
    answer(sessions);
    open();
    type("Type DELETE to confirm", "delete");
    press("Delete account");
    expect(await screen.findByText("Please type DELETE to confirm")).toBeDefined();
    expect(screen.getByText("Password is required.")).toBeDefined();
  });

  it("says why a teacher's account cannot be deleted", async () => {
    const words = "Students are enrolled in “Letters”.";
    answer({ ...sessions, "DELETE /users/me": failure(409, words) });
    open();
    type("Current password", "the old one");
    type("Type DELETE to confirm", "DELETE");
    press("Delete account");
    expect(await screen.findByText(words)).toBeDefined();
  });

  it("logs out and opens the page that says what was deleted 2 s after success", async () => {
    const calls = answer({
      ...sessions,
      "DELETE /users/me": success(null),
      "POST /auth/logout": success(null),
    });
    open();
    type("Current password", "the old one");
    type("Type DELETE to confirm", "DELETE");
    press("Delete account");
    expect(await screen.findByText("Your account was deleted.")).toBeDefined();
    expect(find(calls, "DELETE /users/me")?.body).toEqual({ currentPassword: "the old one" });
    expect(goTo).not.toHaveBeenCalled();
    await pass(2_100);
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith("/account-deleted"));
  });
});

describe("disconnecting Zoom in the settings", () => {
  it("keeps the focus on the card when the button disappears", async () => {
    const zoom = (connected: boolean) => ({
      body: { success: true, status: "success", connected, data: { connected } },
    });
    let status = zoom(true);
    answer({
      ...sessions,
      "GET /zoom/status": () => status,
      "POST /zoom/disconnect": () => {
        status = zoom(false);
        return success(null);
      },
    });
    show({ ...student, role: "teacher" });
    const button = await screen.findByRole("button", { name: "Disconnect Zoom" });
    button.focus();
    fireEvent.click(button);
    fireEvent.click(await screen.findByRole("button", { name: "Disconnect" }));
    expect(await screen.findByRole("link", { name: "Open meetings" })).toBeDefined();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Zoom" })),
    );
  });
});
