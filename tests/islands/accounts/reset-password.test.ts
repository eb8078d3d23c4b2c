import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showAccountPage } from "../support/account-page.tsx";
import { answer, failure, success } from "../support/api.ts";
import { screen, waitFor } from "../support/render.tsx";
import "../support/session.ts";

vi.mock("#lib/client/navigation.ts");

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

async function toForgot(): Promise<UserEvent> {
  const user = showAccountPage();
  await user.click(screen.getByRole("button", { name: "Forgot password?" }));
  return user;
}

async function sendCode(user: UserEvent) {
  await user.type(screen.getByLabelText("Email"), "maryam@example.org");
  await user.click(screen.getByRole("button", { name: "Send Reset Code" }));
}

async function enterCode(user: UserEvent) {
  await user.type(await screen.findByLabelText("Reset Code"), "123456");
}

async function enterNewPassword(user: UserEvent) {
  await user.type(await screen.findByLabelText("New Password"), "new-word");
  await user.type(screen.getByLabelText("Confirm Password"), "new-word");
}

const sent = { "POST /auth/password/forgot": success({ resendAfter: 60 }) };
const granted = {
  "POST /auth/verify": success({ accessToken: "a.b.c", user: { id: "usr_1" } }),
};

describe("resetting a password", () => {
  it("requires the address, and links back to log-in", async () => {
    const user = await toForgot();
    await user.click(screen.getByRole("button", { name: "Send Reset Code" }));
    expect(await screen.findByText("Please enter your email address")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Back to login" }));
    expect(screen.getByText("Welcome Back")).toBeDefined();
  });

  it("says when no code could be sent", async () => {
    answer({ "POST /auth/password/forgot": failure(500, "x") });
    await sendCode(await toForgot());
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Failed to send reset code. Please check your email and try again.",
    );
  });

  it("requires the code and rejects a wrong one", async () => {
    answer({ ...sent, "POST /auth/verify": failure(400, "x") });
    const user = await toForgot();
    await sendCode(user);
    expect(
      await screen.findByText("Password reset code has been sent to your email address"),
    ).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Verify Code" }));
    expect(await screen.findByText("Please enter your reset code")).toBeDefined();
    await user.type(screen.getByLabelText("Reset Code"), "12");
    expect(await screen.findByText("OTP must be 6 digits.")).toBeDefined();
    await user.clear(screen.getByLabelText("Reset Code"));
    await enterCode(user);
    expect(
      await screen.findByText("Failed to verify reset code. Please check your code and try again."),
    ).toBeDefined();
  });

  it("can send another code once the last one is a minute old", async () => {
    answer(sent);
    const user = await toForgot();
    await sendCode(user);
    expect(await screen.findByRole("button", { name: /^Resend code in \d\d s$/ })).toHaveProperty(
      "disabled",
      true,
    );
    await vi.advanceTimersByTimeAsync(61_000);
    const calls = answer(sent);
    await user.click(await screen.findByRole("button", { name: "Resend code" }));
    expect(await screen.findByRole("button", { name: /^Resend code in \d\d s$/ })).toBeDefined();
    expect(calls.map(({ body }) => body.email)).toEqual(["maryam@example.org"]);
  });

  it("continues to the code when one was sent less than a minute ago", async () => {
    const early = failure(429, "Too many attempts. Please try again later.");
    answer({ "POST /auth/password/forgot": { ...early, headers: { "Retry-After": "20" } } });
    await sendCode(await toForgot());
    expect(await screen.findByLabelText("Reset Code")).toBeDefined();
    expect(screen.getByRole("button", { name: /^Resend code in (20|1\d) s$/ })).toBeDefined();
  });

  it("leads back to log-in when the reset token has expired", async () => {
    const text = "This password reset has expired. Please request a new code.";
    answer({ ...sent, ...granted, "POST /auth/password/reset/usr_1": failure(401, text) });
    const user = await toForgot();
    await sendCode(user);
    await enterCode(user);
    await enterNewPassword(user);
    await user.click(screen.getByRole("button", { name: "Reset Password" }));
    expect(await screen.findByText(text)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Back to login" }));
    expect(screen.getByText("Welcome Back")).toBeDefined();
  });

  it("requires an ID and a token in the API's response", async () => {
    answer({ ...sent, "POST /auth/verify": success({ accessToken: "a.b.c" }) });
    const user = await toForgot();
    await sendCode(user);
    await enterCode(user);
    expect(await screen.findByText("Verification response is missing required data")).toBeDefined();
  });

  it("sets the new password with the reset token and returns to log-in after two seconds", async () => {
    const calls = answer({
      ...sent,
      ...granted,
      "POST /auth/password/reset/usr_1": success(null),
    });
    const user = await toForgot();
    await sendCode(user);
    await enterCode(user);
    await user.click(await screen.findByRole("button", { name: "Reset Password" }));
    expect(await screen.findByText("Please enter a new password")).toBeDefined();
    await user.type(screen.getByLabelText("New Password"), "new-word");
    await user.type(screen.getByLabelText("Confirm Password"), "other");
    await user.click(screen.getByRole("button", { name: "Reset Password" }));
    expect(await screen.findByText("Passwords do not match")).toBeDefined();
    await user.clear(screen.getByLabelText("Confirm Password"));
    await user.type(screen.getByLabelText("Confirm Password"), "new-word");
    await user.click(screen.getByRole("button", { name: "Reset Password" }));
    expect(await screen.findByText("Password reset successfully")).toBeDefined();
    expect(calls.at(-1)).toMatchObject({
      authorization: "Bearer a.b.c",
      body: { password: "new-word" },
    });
    await vi.advanceTimersByTimeAsync(1_900);
    expect(screen.queryByText("Welcome Back")).toBeNull();
    await vi.advanceTimersByTimeAsync(100);
    expect(await screen.findByText("Welcome Back")).toBeDefined();
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "maryam@example.org");
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  });

  it("is no longer busy once the password is set, and sends it only once", async () => {
    const calls = answer({
      ...sent,
      ...granted,
      "POST /auth/password/reset/usr_1": success(null),
    });
    const user = await toForgot();
    await sendCode(user);
    await enterCode(user);
    await enterNewPassword(user);
    const button = screen.getByRole("button", { name: "Reset Password" });
    await user.click(button);
    expect(await screen.findByText("Password reset successfully")).toBeDefined();
    await waitFor(() => expect(button.textContent).toBe("Reset Password"));
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(button.closest("form")?.getAttribute("aria-busy")).toBe("false");
    const { length } = calls;
    await user.click(button);
    expect(calls).toHaveLength(length);
  });

  it("says when the new password cannot be set, with the server's message if there is one", async () => {
    const answers = { ...sent, ...granted };
    answer({ ...answers, "POST /auth/password/reset/usr_1": { status: 500, body: {} } });
    const user = await toForgot();
    await sendCode(user);
    await enterCode(user);
    await enterNewPassword(user);
    await user.click(screen.getByRole("button", { name: "Reset Password" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Failed to reset password. Please try again.",
    );
    const text = "This password is too common.";
    answer({
      ...answers,
      "POST /auth/password/reset/usr_1": failure(400, text, [{ field: "password", message: text }]),
    });
    await user.click(screen.getByRole("button", { name: "Reset Password" }));
    expect((await screen.findAllByText(text)).length).toBe(2);
  });

  it("names the account for password managers", async () => {
    answer({ ...sent, ...granted });
    const user = await toForgot();
    await sendCode(user);
    await enterCode(user);
    const password = await screen.findByLabelText("New Password");
    const fields = [...(password.closest("form")?.querySelectorAll("input") ?? [])];
    expect(fields.map(({ autocomplete, value }) => [autocomplete, value])).toEqual([
      ["username", "maryam@example.org"],
      ["new-password", ""],
      ["new-password", ""],
    ]);
  });

  it("keeps the address that was entered at log-in, and focuses each step", async () => {
    const user = showAccountPage();
    await user.type(screen.getByLabelText("Email"), "maryam@example.org");
    await user.click(screen.getByRole("button", { name: "Forgot password?" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "maryam@example.org");
    answer(sent);
    await user.click(screen.getByRole("button", { name: "Send Reset Code" }));
    expect(document.activeElement).toBe(await screen.findByLabelText("Reset Code"));
    await user.click(screen.getByRole("button", { name: "Back to login" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  });

  it.each([429, 503])("shows the server's message after a %i", async (status) => {
    answer({ "POST /auth/password/forgot": failure(status, "Please try again later.") });
    await sendCode(await toForgot());
    expect((await screen.findByRole("alert")).textContent).toBe("Please try again later.");
  });
});
