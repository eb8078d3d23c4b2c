import { cleanup } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import RoleSelection from "#islands/people/RoleSelection.tsx";
import { remembered } from "#lib/client/browser-storage.ts";
import { acceptToken, forgetSession } from "#lib/client/session/session.store.ts";
import { $profile } from "#lib/people/profile.store.ts";
import { answer } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { makeToken, signInAs, visitAsGuest } from "../support/session.ts";

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

  it.each([
    ["/courses/crs_1", "student"],
    ["/teachers/prf_9#trial", "student"],
    ["/add-course", "teacher"],
  ] as const)(
    "on the way to %s proposes %s, and passes the return path on with either role",
    async (page, role) => {
      const query = new URLSearchParams({ returnTo: page });
      history.replaceState(null, "", `/role-selection?${query}`);
      signInAs(null);
      const user = render(<RoleSelection />);
      expect(screen.getByRole("button", { current: true }).textContent?.toLowerCase()).toBe(role);
      expect(screen.getByText(/you'll return to the page you came from\.$/)).toBeDefined();
      await user.click(screen.getByRole("button", { name: "Teacher" }));
      expect(goTo).toHaveBeenCalledWith(`/register-teacher?${query}`);
    },
  );

  it.each(["//evil.example", "/\\evil.example", "https://evil.example", "/dashboard"])(
    "ignores the return path %s",
    async (page) => {
      history.replaceState(null, "", `/role-selection?${new URLSearchParams({ returnTo: page })}`);
      signInAs(null);
      const user = render(<RoleSelection />);
      expect(screen.queryByRole("button", { current: true })).toBeNull();
      await user.click(screen.getByRole("button", { name: "Student" }));
      expect(goTo).toHaveBeenCalledWith("/register-student");
    },
  );

  it("resumes an unfinished registration of this account only", async () => {
    history.replaceState(null, "", "/role-selection?returnTo=%2Fcourses%2Fcrs_1");
    signInAs(null);
    render(<RoleSelection />);
    cleanup();
    history.replaceState(null, "", "/role-selection");
    const user = render(<RoleSelection />);
    await user.click(screen.getByRole("button", { name: "Student", current: true }));
    expect(goTo).toHaveBeenCalledWith("/register-student?returnTo=%2Fcourses%2Fcrs_1");
    cleanup();
    sessionStorage.clear();
    forgetSession();
    acceptToken(makeToken({ id: "usr_2" }));
    $profile.set({ status: "none" });
    render(<RoleSelection />);
    expect(screen.queryByRole("button", { current: true })).toBeNull();
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
