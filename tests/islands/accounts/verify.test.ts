import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { showAccountPage } from "../support/account-page.tsx";
import { answer, failure, success } from "../support/api.ts";
import { screen, waitFor } from "../support/render.tsx";
import { makeToken } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { readState, replaceWith } = await import("#lib/client/navigation.ts");

beforeEach(() => {
  vi.mocked(replaceWith).mockReset();
  arriveWith({ email: "maryam@example.org" });
});

function arriveWith(state: Record<string, string>) {
  vi.mocked(readState).mockImplementation((key) => state[key] ?? "");
}

const show = () => showAccountPage({ shown: "verify" });
const press = (user: UserEvent, name: string) => user.click(screen.getByRole("button", { name }));

describe("verifying an address", () => {
  it("shows the address if it is known", () => {
    arriveWith({});
    show();
    expect(screen.getByRole("button", { name: "Resend OTP" })).toHaveProperty("disabled", true);
    const field = screen.getByLabelText("Email");
    expect(field).toHaveProperty("value", "");
    expect(field).toHaveProperty("readOnly", true);
  });

  it("requires six digits", async () => {
    const user = show();
    await press(user, "Verify OTP");
    expect(await screen.findByText("OTP code is required.")).toBeDefined();
    await user.type(screen.getByLabelText("OTP Code"), "12ab");
    expect(await screen.findByText("OTP must be 6 digits.")).toBeDefined();
    expect(screen.getByLabelText("OTP Code")).toHaveProperty("maxLength", 6);
  });

  it.each([[" 123 - 456 "], ["١٢٣٤٥٦"], ["Order of 2026: your code is 123456."]])(
    "submits a code pasted as '%s' at once, and logs in",
    async (pasted) => {
      const calls = answer({
        "POST /auth/verify": success({ accessToken: makeToken(), user: { id: "usr_1" } }),
        "GET /users/authUser/usr_1": failure(404, "User profile not found"),
      });
      const user = show();
      await user.click(screen.getByLabelText("OTP Code"));
      await user.paste(pasted);
      await waitFor(() => expect(replaceWith).toHaveBeenCalledWith("/role-selection"));
      expect(calls[0]?.body).toMatchObject({ email: "maryam@example.org", code: "123456" });
    },
  );

  it("accepts digits from any keyboard, and nothing else", async () => {
    const calls = answer({ "POST /auth/verify": failure(400, "x") });
    const user = show();
    await user.type(screen.getByLabelText("OTP Code"), "۱۲ x-۳۴۵۶");
    await screen.findByRole("alert");
    expect(calls.map(({ body }) => body.code)).toEqual(["123456"]);
    expect(screen.getByLabelText("OTP Code")).toHaveProperty("value", "123456");
  });

  it("shows the waiting time in minutes if it is longer than a minute", async () => {
    const refusal = failure(429, "Too many attempts. Please try again later.");
    answer({ "POST /auth/resend": { ...refusal, headers: { "Retry-After": "2000" } } });
    await press(show(), "Resend OTP");
    expect(await screen.findByRole("button", { name: "Resend OTP in 34 minutes" })).toBeDefined();
    expect(screen.getByRole("alert").textContent).toBe(
      "Too many attempts. Please try again in 34 minutes.",
    );
  });

  it("says that the browser is offline, and keeps the typed code", async () => {
    const connection = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const user = show();
    await user.type(screen.getByLabelText("OTP Code"), "123");
    expect(screen.getByText(/^You're offline\./)).toBeDefined();
    connection.mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(screen.queryByText(/^You're offline\./)).toBeNull());
    expect(screen.getByLabelText("OTP Code")).toHaveProperty("value", "123");
    connection.mockRestore();
  });

  it("reports a wrong code", async () => {
    answer({ "POST /auth/verify": failure(400, "x") });
    const user = show();
    await user.type(screen.getByLabelText("OTP Code"), "123456");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Verification failed. Please check your OTP code and try again.",
    );
  });

  it("allows requesting a new code when the last one is a minute old", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    arriveWith({ email: "maryam@example.org", resendAt: String(Date.now() + 60_000) });
    show();
    expect(screen.getByRole("button", { name: "Resend OTP in 60 s" })).toHaveProperty(
      "disabled",
      true,
    );
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await screen.findByRole("button", { name: /^Resend OTP in (30|2\d) s$/ })).toBeDefined();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(await screen.findByRole("button", { name: "Resend OTP" })).toHaveProperty(
      "disabled",
      false,
    );
    vi.useRealTimers();
  });

  it("counts down after a new code, and after a rejection that names the waiting time", async () => {
    answer({ "POST /auth/resend": success({ resendAfter: 60 }) });
    await press(show(), "Resend OTP");
    expect(await screen.findByRole("button", { name: /^Resend OTP in \d\d s$/ })).toBeDefined();
    const refusal = failure(429, "Too many attempts. Please try again later.");
    answer({ "POST /auth/resend": { ...refusal, headers: { "Retry-After": "17" } } });
    await press(show(), "Resend OTP");
    expect(await screen.findByRole("button", { name: "Resend OTP in 17 s" })).toBeDefined();
    expect(screen.getByRole("alert").textContent).toBe(
      "Too many attempts. Please try again later.",
    );
  });

  it("selects a wrong code, so that typing replaces it", async () => {
    answer({ "POST /auth/verify": failure(400, "x") });
    const user = show();
    await user.type(screen.getByLabelText("OTP Code"), "123456");
    await screen.findByRole("alert");
    const field = screen.getByLabelText<HTMLInputElement>("OTP Code");
    expect(document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]);
  });

  it("lets phones suggest the code above their numeric keyboard", () => {
    show();
    const field = screen.getByLabelText("OTP Code");
    expect(field.getAttribute("autocomplete")).toBe("one-time-code");
    expect(field.getAttribute("inputmode")).toBe("numeric");
  });

  it("sends a new code, or says that it could not", async () => {
    answer({ "POST /auth/resend": success(null) });
    const user = show();
    await press(user, "Resend OTP");
    expect(await screen.findByText("A new OTP has been sent to your email.")).toBeDefined();
    answer({ "POST /auth/resend": failure(500, "x") });
    await press(user, "Resend OTP");
    expect(await screen.findByText("Failed to resend OTP. Please try again later.")).toBeDefined();
  });
});
