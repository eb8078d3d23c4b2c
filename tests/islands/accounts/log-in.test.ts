import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { remembered } from "#lib/client/browser-storage.ts";
import { showAccountPage as show } from "../support/account-page.tsx";
import { answer, failure, success } from "../support/api.ts";
import { screen, waitFor } from "../support/render.tsx";
import { makeToken } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { replaceWith } = await import("#lib/client/navigation.ts");

const token = makeToken();
const signedIn = success({ accessToken: token, user: { id: "usr_1" } });
const profile = success({ _id: "prf_1", role: "student", name: "Maryam Ali" });

beforeEach(() => {
  history.replaceState(null, "", "/login");
  vi.mocked(replaceWith).mockReset();
});

async function logIn(user: UserEvent) {
  await user.type(screen.getByLabelText("Email"), " Maryam@example.org ");
  await user.type(screen.getByLabelText("Password"), "secret-word");
  await user.click(screen.getByRole("button", { name: "Sign In" }));
}

describe("logging in", () => {
  it("requires both fields", async () => {
    const user = show();
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    expect(await screen.findByText("Email is required.")).toBeDefined();
    expect(screen.getByText("Password is required.")).toBeDefined();
    const email = screen.getByLabelText("Email");
    expect(email.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(email);
  });

  it("fetches and stores the profile, and returns to the page the person came from", async () => {
    history.replaceState(null, "", "/login?returnTo=%2Fcourses%2Fcrs_1");
    const calls = answer({
      "POST /auth/login": signedIn,
      "GET /users/authUser/usr_1": profile,
    });
    await logIn(show());
    await waitFor(() => expect(replaceWith).toHaveBeenCalledWith("/courses/crs_1"));
    expect(calls[0]?.body).toMatchObject({ email: "maryam@example.org", password: "secret-word" });
    expect(remembered.get("isAuthenticated")).toBe("true");
    expect(remembered.get("profileCompleted")).toBe("true");
    expect(remembered.get("userRole")).toBe("student");
    expect(remembered.get("userProfileId")).toBe("prf_1");
  });

  it("never returns to another site", async () => {
    history.replaceState(null, "", "/login?returnTo=%2F%2Fevil.example");
    answer({ "POST /auth/login": signedIn, "GET /users/authUser/usr_1": profile });
    await logIn(show());
    await waitFor(() => expect(replaceWith).toHaveBeenCalledWith("/dashboard"));
  });

  it("sends people without a profile to the role selection", async () => {
    answer({
      "POST /auth/login": signedIn,
      "GET /users/authUser/usr_1": failure(404, "User profile not found"),
    });
    await logIn(show());
    await waitFor(() => expect(replaceWith).toHaveBeenCalledWith("/role-selection"));
    expect(remembered.get("profileCompleted")).toBeNull();
  });

  it("requests the profile in a way that logs no error in the browser's console if it is missing", async () => {
    const calls = answer({
      "POST /auth/login": signedIn,
      "GET /users/authUser/usr_1": success(null),
    });
    await logIn(show());
    await waitFor(() => expect(replaceWith).toHaveBeenCalledWith("/role-selection"));
    expect(calls.at(-1)?.headers.get("X-Missing")).toBe("null");
  });

  it("reports wrong credentials with the product's message", async () => {
    answer({ "POST /auth/login": failure(401, "Wrong") });
    await logIn(show());
    const words = "Login failed. Please check your credentials and try again.";
    expect((await screen.findByRole("alert")).textContent).toBe(words);
  });

  it("sends a new code and opens the verification when the address is unverified", async () => {
    const calls = answer({
      "POST /auth/login": failure(403, "Please verify your email to login."),
      "POST /auth/resend": success(null),
    });
    await logIn(show());
    expect(await screen.findByText("Verify Your Email")).toBeDefined();
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "maryam@example.org");
    expect(calls.map(({ name }) => name)).toEqual(["POST /auth/login", "POST /auth/resend"]);
  });

  it("opens the verification when a code was sent just now, and counts down", async () => {
    const early = failure(429, "Too many attempts. Please try again later.");
    answer({
      "POST /auth/login": failure(403, "Please verify your email to login."),
      "POST /auth/resend": { ...early, headers: { "Retry-After": "30" } },
    });
    await logIn(show());
    expect(await screen.findByText("Verify Your Email")).toBeDefined();
    expect(screen.getByRole("button", { name: /^Resend OTP in (30|2\d) s$/ })).toBeDefined();
  });

  it("reports a password that is too long", async () => {
    const user = show();
    await user.click(screen.getByLabelText("Password"));
    await user.paste("x".repeat(300));
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    expect(await screen.findByText("Password must be at most 256 characters long.")).toBeDefined();
  });

  it("says so when the new code cannot be sent", async () => {
    answer({
      "POST /auth/login": failure(403, "Please verify your email to login."),
      "POST /auth/resend": failure(500, "No mail"),
    });
    await logIn(show());
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Failed to send verification code. Please try again.",
    );
  });

  it("shows that it is in progress and sends nothing twice", async () => {
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const calls = answer({
      "POST /auth/login": async () => {
        await waiting;
        return failure(401, "Wrong");
      },
    });
    const user = show();
    await logIn(user);
    const button = await screen.findByRole("button", { name: "Signing in..." });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await user.click(button);
    await user.type(screen.getByLabelText("Email"), "{Enter}");
    finish();
    await screen.findByRole("alert");
    expect(calls).toHaveLength(1);
  });

  it("lets people show and hide the password", async () => {
    const user = show();
    const field = screen.getByLabelText("Password");
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(field.getAttribute("type")).toBe("text");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(field.getAttribute("type")).toBe("password");
  });
});
