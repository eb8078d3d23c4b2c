import "../support/dialogs.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import ConnectCallback from "#islands/meetings/ConnectCallback.tsx";
import * as calls from "#lib/meetings/connections.calls.ts";
import { zoom } from "#lib/meetings/meeting-services.ts";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs, visitAsGuest } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

beforeEach(() => {
  vi.mocked(goTo).mockReset();
  history.replaceState(null, "", "/dashboard/meetings");
});

describe("the return page of the meeting service", () => {
  it("requires a code", async () => {
    history.replaceState(null, "", "/zoom/auth/callback");
    render(<ConnectCallback service={zoom} />);
    expect(await screen.findByText("Connection Failed")).toBeDefined();
    expect(screen.getByText("Authorization code not found in callback URL")).toBeDefined();
  });

  it("sends the code and the state once, and reports a rejection", async () => {
    history.replaceState(null, "", "/zoom/auth/callback?code=c1&state=s1");
    signInAs({ role: "teacher" });
    const calls = answer({ "POST /zoom/oauth/callback": failure(400, "That link is used up.") });
    render(<ConnectCallback service={zoom} />);
    expect(await screen.findByText("That link is used up.")).toBeDefined();
    expect(calls.map(({ body }) => body)).toEqual([{ code: "c1", state: "s1" }]);
  });

  it("reports success, and opens the meetings after two seconds", async () => {
    const later = vi.spyOn(globalThis, "setTimeout");
    history.replaceState(null, "", "/zoom/auth/callback?code=c1&state=s1");
    signInAs({ role: "teacher" });
    answer({ "POST /zoom/oauth/callback": success(null) });
    render(<ConnectCallback service={zoom} />);
    expect(await screen.findByText("Zoom connected successfully!")).toBeDefined();
    await waitFor(() => expect(later).toHaveBeenCalledWith(expect.any(Function), 2_000));
    expect(goTo).not.toHaveBeenCalled();
    const [leave] = later.mock.calls.find(([, delay]) => delay === 2_000) ?? [];
    leave?.();
    expect(goTo).toHaveBeenCalledWith("/dashboard/meetings");
    later.mockRestore();
  });

  it("reports an unexpected error", async () => {
    history.replaceState(null, "", "/zoom/auth/callback?code=c1&state=s1");
    signInAs({ role: "teacher" });
    vi.spyOn(calls, "completeConnection").mockRejectedValue("odd");
    render(<ConnectCallback service={zoom} />);
    expect(await screen.findByText("An unexpected error occurred")).toBeDefined();
    vi.mocked(calls.completeConnection).mockRestore();
  });

  it("links back to the meetings when it failed without a response", async () => {
    history.replaceState(null, "", "/zoom/auth/callback?code=c1&state=s1");
    signInAs({ role: "teacher" });
    answer({ "POST /zoom/oauth/callback": { status: 400, body: { success: false } } });
    render(<ConnectCallback service={zoom} />);
    expect(await screen.findByText("Failed to complete Zoom authorization")).toBeDefined();
    const back = screen.getByRole("link", { name: "Back to Meetings" });
    expect(back.getAttribute("href")).toBe("/dashboard/meetings");
  });

  it("requires a logged-in person", async () => {
    history.replaceState(null, "", "/zoom/auth/callback?code=c1&state=s1");
    visitAsGuest();
    answer({ "POST /auth/refresh": failure(401, "Gone") });
    render(<ConnectCallback service={zoom} />);
    expect(
      await screen.findByText("Authentication required to complete Zoom integration"),
    ).toBeDefined();
  });

  it("says plainly that the teacher didn't allow access", async () => {
    history.replaceState(null, "", "/callback?error=access_denied&state=s1");
    const calls = answer({});
    render(<ConnectCallback service={zoom} />);
    expect(await screen.findByText(/^You didn't allow access to Zoom/)).toBeDefined();
    expect(calls).toEqual([]);
  });
});
