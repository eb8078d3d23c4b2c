import { beforeEach, describe, expect, it, vi } from "vitest";
import RoleSelection from "#islands/people/RoleSelection.tsx";
import { remembered } from "#lib/client/browser-storage.ts";
import { answer } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs, visitAsGuest } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo, replaceWith } = await import("#lib/client/navigation.ts");

beforeEach(() => {
  vi.mocked(goTo).mockReset();
  vi.mocked(replaceWith).mockReset();
  history.replaceState(null, "", "/role-selection");
});

describe("the role selection", () => {
  it.each(["student", "teacher"] as const)("stores %s in the tab and continues", async (role) => {
    signInAs(null);
    const user = render(<RoleSelection />);
    await user.click(screen.getByRole("button", { name: new RegExp(`^${role}`, "i") }));
    expect(sessionStorage.getItem("selectedRole")).toBe(role);
    expect(goTo).toHaveBeenCalledWith(`/register-${role}`);
  });

  it("marks the earlier choice", () => {
    signInAs(null);
    sessionStorage.setItem("selectedRole", "teacher");
    render(<RoleSelection />);
    expect(screen.getByRole("button", { current: true }).textContent).toContain("Teacher");
  });

  it("says what it is waiting for, and shows no choice until then", () => {
    remembered.set("isAuthenticated", "true");
    answer({ "POST /auth/refresh": () => new Promise(() => {}) });
    render(<RoleSelection />);
    expect(screen.getByRole("status").textContent).toBe("Checking your profile...");
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is not for people whose profile is complete", async () => {
    signInAs({ role: "student" });
    render(<RoleSelection />);
    expect(screen.queryByRole("button")).toBeNull();
    await waitFor(() => expect(replaceWith).toHaveBeenCalledWith("/dashboard"));
  });

  it("sends visitors to log in, and says how to return", async () => {
    visitAsGuest();
    render(<RoleSelection />);
    await waitFor(() =>
      expect(replaceWith).toHaveBeenCalledWith("/login?returnTo=%2Frole-selection"),
    );
  });
});
