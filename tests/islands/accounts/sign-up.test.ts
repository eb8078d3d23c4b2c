import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { showAccountPage } from "../support/account-page.tsx";
import { answer, failure, success } from "../support/api.ts";
import { screen, waitFor } from "../support/render.tsx";
import "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goWithState } = await import("#lib/client/navigation.ts");

beforeEach(() => {
  vi.mocked(goWithState).mockReset();
  history.replaceState(null, "", "/signup");
});

const show = () => showAccountPage({ shown: "sign-up" });
const press = (user: UserEvent) => user.click(screen.getByRole("button", { name: "Sign Up" }));

async function fill(user: UserEvent) {
  await user.type(screen.getByLabelText("Full Name"), "Maryam Ali");
  await user.type(screen.getByLabelText("Email Address"), "maryam@example.org");
  await user.type(screen.getByLabelText("Password"), "secret");
}

describe("signing up", () => {
  it("requires every field", async () => {
    await press(show());
    for (const words of ["Name is required.", "Email is required.", "Password is required."]) {
      expect(await screen.findByText(words)).toBeDefined();
    }
  });

  it("validates the address and the length of the password", async () => {
    const user = show();
    await user.type(screen.getByLabelText("Email Address"), "maryam");
    await user.type(screen.getByLabelText("Password"), "short");
    await press(user);
    expect(await screen.findByText("Please enter a valid email.")).toBeDefined();
    expect(screen.getByText("Password must be at least 6 characters long.")).toBeDefined();
  });

  it("continues to the verification of the address", async () => {
    const calls = answer({ "POST /auth/signup": success({ email: "maryam@example.org" }) });
    const user = show();
    await fill(user);
    await press(user);
    await waitFor(() =>
      expect(goWithState).toHaveBeenCalledWith("/verify-otp", {
        email: "maryam@example.org",
        resendAt: expect.stringMatching(/^\d+$/),
      }),
    );
    expect(calls[0]?.body).toMatchObject({
      name: "Maryam Ali",
      email: "maryam@example.org",
      password: "secret",
    });
  });

  it.each([
    ["the server's message", failure(409, "Not now."), "Signup failed: Not now."],
    ["the raw body", { status: 502, text: "upstream is gone" }, "Signup failed: upstream is gone"],
    [
      "the status of a proxy's page",
      { status: 502, text: "<h1>Bad Gateway</h1>" },
      "Signup failed: Request failed with status: 502",
    ],
    [
      "that the server does not answer",
      () => {
        throw new TypeError("Failed to fetch");
      },
      "Sign up failed: No connection to the server. Please try again.",
    ],
  ])("reports %s", async (_, reply, text) => {
    answer({ "POST /auth/signup": reply });
    const user = show();
    await fill(user);
    await press(user);
    expect((await screen.findByRole("alert")).textContent).toBe(text);
  });

  it("passes the return path and the role on to the other forms", async () => {
    history.replaceState(null, "", "/signup?role=teacher&returnTo=%2Fadd-course");
    answer({ "POST /auth/signup": success({ email: "maryam@example.org" }) });
    const user = showAccountPage({
      shown: "sign-up",
      returnTo: "/add-course",
      proposedRole: "teacher",
    });
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe(
      "/login?returnTo=%2Fadd-course&role=teacher",
    );
    await fill(user);
    await press(user);
    await waitFor(() =>
      expect(goWithState).toHaveBeenCalledWith(
        "/verify-otp?returnTo=%2Fadd-course&role=teacher",
        expect.anything(),
      ),
    );
  });

  it("remembers the role that the link suggested", async () => {
    history.replaceState(null, "", "/signup?role=teacher");
    show();
    await waitFor(() => expect(sessionStorage.getItem("selectedRole")).toBe("teacher"));
  });

  it("lets password managers fill in the form", () => {
    show();
    const fields = ["Full Name", "Email Address", "Password"].map((label) =>
      screen.getByLabelText(label).getAttribute("autocomplete"),
    );
    expect(fields).toEqual(["name", "username", "new-password"]);
  });

  it("lets people show and hide the password", async () => {
    const user = show();
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(screen.getByLabelText("Password")).toHaveProperty("type", "text");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(screen.getByLabelText("Password")).toHaveProperty("type", "password");
  });

  it("shows the server's message at the field that it is about", async () => {
    const text = "This password is too common.";
    const errors = [{ field: "password", message: text }];
    answer({ "POST /auth/signup": failure(400, text, errors) });
    const user = show();
    await fill(user);
    await press(user);
    expect(await screen.findByText(`Signup failed: ${text}`)).toBeDefined();
    const field = screen.getByLabelText("Password");
    const described = field.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(text);
  });
});
