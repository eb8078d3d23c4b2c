import { act, cleanup, fireEvent } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Chat } from "#islands/messages/Chat.tsx";
import { $practice } from "#islands/messages/conversation/practice.store.ts";
import type { Contact, Message } from "#lib/messages/messages.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { FakeEventSource } from "../support/event-source.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const teacher: Contact = {
  kind: "direct",
  threadId: "thr_1",
  profileId: "prf_t",
  courseId: null,
  name: "Yusuf Mansour",
  role: "teacher",
  imageUrl: null,
  canWrite: true,
  question: null,
  isBlocked: false,
  unread: 2,
  lastMessage: null,
  otherState: { deliveredSeq: 0, readSeq: 0 },
};

const message = (seq: number, author: string, text: string): Message => ({
  _id: `msg_${seq}`,
  threadId: "thr_1",
  seq,
  clientId: `client-${seq}`,
  author: { _id: author, name: "Yusuf Mansour", role: "teacher", profileImageUrl: null },
  text,
  sentAt: "2027-03-01T10:00:00.000Z",
  deletedAt: null,
});

const basics = {
  "GET /messages/contacts": success([teacher]),
  "GET /messages/threads/thr_1/messages?": success({
    messages: [message(1, "prf_t", "Salam")],
    hasMore: false,
  }),
  "PUT /messages/threads/thr_1/state": success({}),
  "POST /messages/threads/thr_1/typing": success(null),
  "GET /messages/blocks": success([]),
};

beforeEach(() => {
  vi.stubGlobal("EventSource", FakeEventSource);
  signInAs({ role: "student" });
  $practice.set([]);
});

describe("the list of conversations", () => {
  it("shows everyone with unread counts, without the test chat", async () => {
    answer(basics);
    render(<Chat me="prf_1" />);
    expect(await screen.findByRole("button", { name: /Yusuf Mansour.*2 unread/ })).toBeDefined();
    expect(screen.queryByRole("button", { name: /Test chat/ })).toBeNull();
  });

  it("says what to expect when it is empty, and offers the test chat", async () => {
    answer({ ...basics, "GET /messages/contacts": success([]) });
    render(<Chat me="prf_1" />);
    expect(
      await screen.findByText("Teachers and students in your courses will appear here."),
    ).toBeDefined();
    expect(screen.getByRole("button", { name: /Test chat/ })).toBeDefined();
  });

  it("reports an error and can be reloaded", async () => {
    let tries = 0;
    answer({
      ...basics,
      "GET /messages/contacts": () => {
        tries += 1;
        return tries === 1 ? failure(403, "No") : success([teacher]);
      },
    });
    const user = render(<Chat me="prf_1" />);
    await user.click(await screen.findByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("button", { name: /Yusuf Mansour/ })).toBeDefined();
  });
});

describe("the test chat", () => {
  it("replies after a second, ignores empty messages, and starts a new line on Shift+Enter", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer({ ...basics, "GET /messages/contacts": success([]) });
    const user = render(<Chat me="prf_1" />);
    await user.click(await screen.findByRole("button", { name: /Test chat/ }));
    const field = screen.getByRole("textbox", { name: "Message to Test chat" });
    await user.type(field, "   {Enter}");
    expect($practice.get()).toEqual([]);
    await user.clear(field);
    await user.type(field, "One{Shift>}{Enter}{/Shift}Two{Enter}");
    expect($practice.get().map(({ text }) => text)).toEqual(["One\nTwo"]);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect($practice.get().map(({ from }) => from)).toEqual(["me", "practice"]);
    vi.useRealTimers();
    await user.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByRole("searchbox", { name: "Search conversations" })).toBeDefined();
  });
});

describe("a conversation", () => {
  async function open() {
    const user = render(<Chat me="prf_1" />);
    await user.click(await screen.findByRole("button", { name: /Yusuf Mansour/ }));
    await screen.findByText("Salam");
    return user;
  }

  it("takes what people type as soon as it is opened, without opening the keyboard of phones", async () => {
    const other: Contact = {
      ...teacher,
      threadId: "thr_2",
      profileId: "prf_u",
      name: "Amina Noor",
    };
    const messages = success({ messages: [], hasMore: false });
    answer({
      ...basics,
      "GET /messages/contacts": success([teacher, other]),
      "GET /messages/threads/thr_2/messages?": messages,
      "PUT /messages/threads/thr_2/state": success({}),
      "POST /messages/threads/thr_2/typing": success(null),
    });
    const user = render(<Chat me="prf_1" wide />);
    for (const name of ["Yusuf Mansour", "Amina Noor"]) {
      await user.click(await screen.findByRole("link", { name: new RegExp(name) }));
      await user.keyboard("Salam!");
      expect(screen.getByRole("textbox", { name: `Message to ${name}` })).toHaveProperty(
        "value",
        "Salam!",
      );
    }
    cleanup();
    queryClient.clear();
    history.replaceState(null, "", "/");
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer: coarse)" }));
    const onPhone = render(<Chat me="prf_1" />);
    await onPhone.click(await screen.findByRole("button", { name: /Yusuf Mansour/ }));
    const field = await screen.findByRole("textbox", { name: "Message to Yusuf Mansour" });
    expect(document.activeElement).not.toBe(field);
    expect(document.activeElement?.contains(field)).toBe(true);
  });

  it("shows a sent message at once, then its delivery status", async () => {
    const sent = { ...message(2, "prf_1", "Wa alaykumu s-salam") };
    const calls = answer({
      ...basics,
      "POST /messages/threads/thr_1/messages": () => success(sent),
    });
    const user = await open();
    const field = screen.getByRole("textbox", { name: "Message to Yusuf Mansour" });
    await user.type(field, "Wa alaykumu s-salam{Enter}");
    expect(await screen.findByText("Sent")).toBeDefined();
    expect(calls.find(({ name }) => name.endsWith("thr_1/messages"))?.body).toMatchObject({
      text: "Wa alaykumu s-salam",
      clientId: expect.stringMatching(/^[\w-]{8,64}$/),
    });
    FakeEventSource.latest?.tell({
      type: "state",
      threadId: "thr_1",
      profileId: "prf_t",
      deliveredSeq: 2,
      readSeq: 2,
    });
    expect(await screen.findByText("Read")).toBeDefined();
  });

  it("keeps a message that could not be sent, and retries it with the same ID", async () => {
    let tries = 0;
    const calls = answer({
      ...basics,
      "POST /messages/threads/thr_1/messages": () => {
        tries += 1;
        return tries === 1
          ? failure(503, "The service is unavailable.")
          : success(message(2, "prf_1", "Salam again"));
      },
    });
    const user = await open();
    await user.type(screen.getByRole("textbox", { name: /Message to/ }), "Salam again{Enter}");
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Sent")).toBeDefined();
    const names = calls
      .filter(({ name }) => name.startsWith("POST") && name.endsWith("/messages"))
      .map(({ body }) => body.clientId);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(1);
  });

  it("shows new messages as they arrive, and fetches those missed during a disconnection", async () => {
    answer({
      ...basics,
      "GET /messages/threads/thr_1/messages?after=1&limit=100": success({
        messages: [message(2, "prf_t", "The second"), message(3, "prf_t", "The third")],
        hasMore: false,
      }),
    });
    await open();
    const { latest } = FakeEventSource;
    latest?.tell({ type: "typing", threadId: "thr_1", profileId: "prf_t", name: "Yusuf" });
    expect(await screen.findByText("Yusuf is typing...")).toBeDefined();
    latest?.tell({ type: "message", threadId: "thr_1", message: message(3, "prf_t", "The third") });
    expect(await screen.findByText("The second")).toBeDefined();
    expect(screen.getAllByText("The third")).toHaveLength(1);
    expect(screen.queryByText("Yusuf is typing...")).toBeNull();
  });

  const bodies = (calls: ReturnType<typeof answer>) =>
    calls
      .filter(({ name }) => name === "POST /messages/threads/thr_1/messages")
      .map(({ body }) => body);
  const type = (words: string) =>
    fireEvent.change(screen.getByRole("textbox", { name: /Message to/ }), {
      target: { value: words },
    });
  const enter = (more = {}) =>
    fireEvent.keyDown(screen.getByRole("textbox", { name: /Message to/ }), {
      key: "Enter",
      ...more,
    });

  it("sends nothing that looks empty, and nothing during text composition", async () => {
    const calls = answer(basics);
    await open();
    type("\u200b\u2060 \u3164");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
    enter();
    type("とうきょう");
    enter({ isComposing: true });
    enter({ keyCode: 229 });
    enter({ shiftKey: true });
    expect(bodies(calls)).toEqual([]);
  });

  it("sends messages one after another, in the order in which they were written", async () => {
    const first = Promise.withResolvers<void>();
    let seq = 1;
    const calls = answer({
      ...basics,
      "POST /messages/threads/thr_1/messages": async () => {
        if (seq === 1) await first.promise;
        seq += 1;
        return success({ ...message(seq, "prf_1", `Line ${seq}`), clientId: `own-line-${seq}` });
      },
    });
    await open();
    type("Line 2");
    enter();
    type("Line 3");
    enter();
    expect(await screen.findAllByText("Sending...")).toHaveLength(2);
    expect(bodies(calls).map(({ text }) => text)).toEqual(["Line 2"]);
    first.resolve();
    expect(await screen.findByText("Sent")).toBeDefined();
    expect(bodies(calls).map(({ text }) => text)).toEqual(["Line 2", "Line 3"]);
  });

  it("sends pending messages automatically once the stream is connected again", async () => {
    let isOnline = false;
    const calls = answer({
      ...basics,
      "GET /messages/threads/thr_1/messages?after=1&limit=100": success({
        messages: [],
        hasMore: false,
      }),
      "POST /messages/threads/thr_1/messages": () =>
        isOnline ? success(message(2, "prf_1", "Salam again")) : failure(503, "Unavailable."),
    });
    await open();
    type("Salam again");
    enter();
    expect(await screen.findByText("Unavailable.")).toBeDefined();
    isOnline = true;
    act(() => void FakeEventSource.latest?.dispatchEvent(new Event("ready")));
    expect(await screen.findByText("Sent")).toBeDefined();
    expect(new Set(bodies(calls).map(({ clientId }) => clientId)).size).toBe(1);
  });

  it("sends pending messages from an earlier page with the same ID", async () => {
    let isOnline = false;
    const calls = answer({
      ...basics,
      "POST /messages/threads/thr_1/messages": () =>
        isOnline ? success(message(2, "prf_1", "Kept")) : failure(503, "Unavailable."),
    });
    await open();
    type("Kept");
    enter();
    await screen.findByText("Unavailable.");
    type("Not yet sent");
    cleanup();
    isOnline = true;
    await open();
    expect(await screen.findByText("Sent")).toBeDefined();
    expect(new Set(bodies(calls).map(({ clientId }) => clientId)).size).toBe(1);
    expect(screen.getByDisplayValue("Not yet sent")).toBeDefined();
    expect(Object.values(sessionStorage).join()).not.toContain("Kept");
  });

  it("has no gap between old messages and those sent after a disconnection", async () => {
    let looks = 0;
    answer({
      ...basics,
      "POST /messages/threads/thr_1/messages": success(message(4, "prf_1", "The fourth")),
      "GET /messages/threads/thr_1/messages?after=1&limit=100": () => {
        looks += 1;
        if (looks === 1) return failure(503, "Unavailable.");
        const messages = [
          message(2, "prf_t", "The second"),
          message(3, "prf_t", "The third"),
          message(4, "prf_1", "The fourth"),
        ];
        return success({ messages, hasMore: false });
      },
    });
    await open();
    type("The fourth");
    enter();
    expect(await screen.findByText("The second")).toBeDefined();
    expect(screen.getByText("The third")).toBeDefined();
    const log = screen.getByRole("log").textContent;
    expect(log.indexOf("The third")).toBeLessThan(log.indexOf("The fourth"));
  });

  it("loses no message that arrives while it catches up", async () => {
    const first = Promise.withResolvers<void>();
    answer({
      ...basics,
      "GET /messages/threads/thr_1/messages?after=1&limit=100": async () => {
        await first.promise;
        return success({ messages: [message(2, "prf_t", "The second")], hasMore: false });
      },
      "GET /messages/threads/thr_1/messages?after=2&limit=100": success({
        messages: [message(3, "prf_t", "The third"), message(4, "prf_t", "The fourth")],
        hasMore: false,
      }),
    });
    await open();
    const { latest } = FakeEventSource;
    act(() => void latest?.dispatchEvent(new Event("ready")));
    const fourth = message(4, "prf_t", "The fourth");
    latest?.tell({ type: "message", threadId: "thr_1", message: fourth });
    first.resolve();
    expect(await screen.findByText("The fourth")).toBeDefined();
    expect(screen.getByText("The third")).toBeDefined();
  });

  it("announces only arriving messages, and counts characters near the limit", async () => {
    answer(basics);
    await open();
    const spoken = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
    expect(spoken().join()).not.toContain("Salam");
    // A message's direction must depend only on its own text.
    expect(screen.getByText("Salam").textContent).toBe("Salam");
    const second = message(2, "prf_t", "The second");
    FakeEventSource.latest?.tell({ type: "message", threadId: "thr_1", message: second });
    await screen.findByText("Yusuf Mansour: The second");
    type("x".repeat(3_990));
    expect(screen.getByText("Characters left: 10")).toBeDefined();
  });

  it("turns only web addresses into links", async () => {
    const text = "Join https://example.org/j/1?pwd=a. Not javascript:alert(1)";
    answer({
      ...basics,
      "GET /messages/threads/thr_1/messages?": success({
        messages: [message(1, "prf_t", text)],
        hasMore: false,
      }),
    });
    const user = render(<Chat me="prf_1" />);
    await user.click(await screen.findByRole("button", { name: /Yusuf Mansour/ }));
    const links = await screen.findAllByRole<HTMLAnchorElement>("link");
    expect(links.map(({ href }) => href)).toEqual(["https://example.org/j/1?pwd=a"]);
    expect(links[0]?.rel).toContain("noopener");
  });

  it("hides messages from a blocked person in the course conversation until they are requested", async () => {
    const course: Contact = { ...teacher, kind: "course", courseId: "crs_1", profileId: null };
    answer({
      ...basics,
      "GET /messages/contacts": success([course]),
      "GET /messages/blocks": success([{ _id: "prf_t", name: "Yusuf Mansour" }]),
    });
    const user = render(<Chat me="prf_1" />);
    await user.click(await screen.findByRole("button", { name: /Yusuf Mansour/ }));
    await user.click(await screen.findByRole("button", { name: "Show message" }));
    expect(screen.getByText("Salam")).toBeDefined();
    expect(screen.getByRole("button", { name: "Unblock Yusuf Mansour" })).toBeDefined();
  });

  it("leaves the focus on the button that unblocks a person while that is saved", async () => {
    const saving = Promise.withResolvers<undefined>();
    let blocked = [{ _id: "prf_t", name: "Yusuf Mansour" }];
    answer({
      ...basics,
      "GET /messages/contacts": success([{ ...teacher, isBlocked: true }]),
      "GET /messages/blocks": () => success(blocked),
      "DELETE /messages/blocks/prf_t": async () => {
        await saving.promise;
        blocked = [];
        return success(null);
      },
    });
    const user = await open();
    const button = await screen.findByRole("button", { name: "Unblock Yusuf Mansour" });
    await user.click(button);
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
    expect((button as HTMLButtonElement).disabled).toBe(false);
    expect(document.activeElement).toBe(button);
    saving.resolve(undefined);
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  it("asks for confirmation before blocking a person", async () => {
    const calls = answer({ ...basics, "POST /messages/blocks": success(null) });
    const user = await open();
    await user.click(screen.getByRole("button", { name: "Block Yusuf Mansour" }));
    expect(screen.getByText(/You won't be able to message each other/)).toBeDefined();
    expect(calls.some(({ name }) => name === "POST /messages/blocks")).toBe(false);
    await user.click(screen.getByRole("button", { name: /^Block$/ }));
    await waitFor(() =>
      expect(calls.find(({ name }) => name === "POST /messages/blocks")?.body).toEqual({
        profileId: "prf_t",
      }),
    );
  });

  it("has no text field where the person may not write", async () => {
    answer({ ...basics, "GET /messages/contacts": success([{ ...teacher, canWrite: false }]) });
    await open();
    expect(screen.getByText("You can't write to this person.")).toBeDefined();
    expect(screen.queryByRole("textbox", { name: /Message to/ })).toBeNull();
  });

  it("lets authors delete a message and undo it for ten minutes, without losing the focus", async () => {
    const own = message(2, "prf_1", "Sent too early");
    const old = { ...message(1, "prf_1", ""), deletedAt: "2026-01-01T10:00:00.000Z" };
    const calls = answer({
      ...basics,
      "GET /messages/threads/thr_1/messages?": success({ messages: [old, own], hasMore: false }),
      "DELETE /messages/msg_2": success(null),
      "POST /messages/msg_2/restore": success(null),
    });
    const user = render(<Chat me="prf_1" />);
    await user.click(await screen.findByRole("button", { name: /Yusuf Mansour/ }));
    await screen.findByText("Sent too early");
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Delete" }));
    const [, confirm] = screen.getAllByRole("button", { name: "Delete" });
    if (confirm) await user.click(confirm);
    const undo = await screen.findByRole("button", { name: "Undo" });
    expect(document.activeElement).toBe(undo);
    expect(screen.queryByText("Sent too early")).toBeNull();
    await user.click(undo);
    expect(calls.at(-1)?.name).toBe("POST /messages/msg_2/restore");
    FakeEventSource.latest?.tell({ type: "message", threadId: "thr_1", message: own });
    expect(await screen.findByText("Sent too early")).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Delete" }));
  });

  it("lets people report a message with a reason", async () => {
    const calls = answer({ ...basics, "POST /messages/msg_1/report": success(null) });
    const user = await open();
    await user.click(screen.getByRole("button", { name: "Report" }));
    const reason = await screen.findByLabelText(/What's wrong/);
    fireEvent.change(reason, { target: { value: "Unkind" } });
    const [, confirm] = screen.getAllByRole("button", { name: "Report" });
    await user.click(confirm as HTMLElement);
    expect(await screen.findByText("Reported")).toBeDefined();
    expect(calls.at(-1)?.body).toEqual({ reason: "Unkind", category: "inappropriate" });
  });
});

describe("a question to a teacher", () => {
  const question = (changed: Partial<Contact>) =>
    answer({ ...basics, "GET /messages/contacts": success([{ ...teacher, ...changed }]) });
  const openList = async (name: RegExp) => {
    const user = render(<Chat me="prf_1" />);
    await user.click(await screen.findByRole("button", { name }));
    await screen.findByText("Salam");
  };

  it("says how many messages the student can send until the teacher answers", async () => {
    question({ question: { remaining: 2, obstacle: null } });
    await openList(/Yusuf Mansour/);
    expect(
      screen.getByText("You can send 2 more messages until Yusuf Mansour answers."),
    ).toBeDefined();
  });

  it.each([
    [["guardianConfirmed"], "Open settings", "/dashboard?tab=settings"],
    [
      ["age"],
      "Complete your profile",
      `/dashboard?${new URLSearchParams({
        tab: "settings",
        edit: "profile",
        section: "guardian",
        returnTo: "/dashboard/messages?to=prf_t",
      })}`,
    ],
    [[], "Open the teacher's page", "/teachers/prf_t"],
  ])(
    "that isn't possible because of %j says why, with the next step",
    async (fields, label, path) => {
      const obstacle = { message: "This is why.", fields };
      question({ canWrite: false, question: { remaining: null, obstacle } });
      await openList(/Yusuf Mansour/);
      expect(screen.getByText("This is why.")).toBeDefined();
      expect(screen.getByRole("link", { name: label }).getAttribute("href")).toBe(path);
      expect(screen.queryByRole("textbox", { name: /Message to/ })).toBeNull();
    },
  );

  it("that is refused when it is opened says why, with the next step", async () => {
    const message = "Enter your age in your profile first.";
    answer({
      ...basics,
      "GET /messages/contacts": success([]),
      "POST /messages/threads": failure(400, message, [{ field: "age", message }]),
    });
    render(<Chat me="prf_1" opening={{ recipientId: "prf_t" }} />);
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.getByRole("link", { name: "Complete your profile" })).toBeDefined();
  });

  it("shows the teacher that the student isn't enrolled", async () => {
    question({ name: "Hamza", role: "student", question: { remaining: null, obstacle: null } });
    await openList(/Hamza.*Not enrolled/);
    expect(screen.getAllByText("Not enrolled")).toHaveLength(2);
    expect(screen.getByRole("textbox", { name: "Message to Hamza" })).toBeDefined();
  });
});
