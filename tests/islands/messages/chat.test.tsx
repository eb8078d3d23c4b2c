import { act, fireEvent } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Chat } from "#islands/messages/Chat.tsx";
import { $practice } from "#islands/messages/practice.store.ts";
import type { Contact, LiveEvent, Message } from "#lib/messages.ts";
import { answer, failure, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

/** The stream of news, told by the tests. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly OPEN = 1;
  static latest: FakeEventSource | undefined;
  readyState = 1;
  constructor() {
    super();
    FakeEventSource.latest = this;
  }
  close() {
    this.readyState = 2;
  }
  tell(event: LiveEvent) {
    act(
      () => void this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(event) })),
    );
  }
}

const teacher: Contact = {
  kind: "direct",
  threadId: "thr_1",
  profileId: "prf_t",
  courseId: null,
  name: "Yusuf Mansour",
  role: "teacher",
  imageUrl: null,
  canWrite: true,
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
});

const basics = {
  "GET /messages/contacts": success([teacher]),
  "GET /messages/threads/thr_1/messages?": success({
    messages: [message(1, "prf_t", "Salam")],
    hasMore: false,
  }),
  "PUT /messages/threads/thr_1/state": success({}),
  "POST /messages/threads/thr_1/typing": success(null),
};

beforeEach(() => {
  vi.stubGlobal("EventSource", FakeEventSource);
  signInAs({ role: "student" });
  $practice.set([]);
});

describe("the list", () => {
  it("names everybody with what is unread, and always has the practice contact", async () => {
    answer(basics);
    render(<Chat me="prf_1" />);
    expect(await screen.findByRole("button", { name: /Yusuf Mansour.*2 unread/ })).toBeDefined();
    expect(screen.getByRole("button", { name: /Practice/ })).toBeDefined();
  });

  it("says what to expect when there is nobody yet", async () => {
    answer({ ...basics, "GET /messages/contacts": success([]) });
    render(<Chat me="prf_1" />);
    expect(
      await screen.findByText("The teachers and students of your courses appear here."),
    ).toBeDefined();
  });

  it("says what went wrong and tries again", async () => {
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

describe("the practice contact", () => {
  it("answers after a second; nothing empty is sent; Shift+Enter begins a line", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer(basics);
    const user = render(<Chat me="prf_1" />);
    await user.click(await screen.findByRole("button", { name: /Practice/ }));
    const field = screen.getByRole("textbox", { name: "Message to Practice" });
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

  it("shows what is sent at once, then how far it has come", async () => {
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

  it("keeps what could not be sent, and sends it again under the same name", async () => {
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

  it("shows news as they come, and fetches what a break left out", async () => {
    answer({
      ...basics,
      "GET /messages/threads/thr_1/messages?after=1": success({
        messages: [message(2, "prf_t", "The second"), message(3, "prf_t", "The third")],
        hasMore: false,
      }),
    });
    await open();
    const { latest } = FakeEventSource;
    latest?.tell({ type: "typing", threadId: "thr_1", profileId: "prf_t", name: "Yusuf" });
    expect(await screen.findByText("Yusuf is typing…")).toBeDefined();
    latest?.tell({ type: "message", threadId: "thr_1", message: message(3, "prf_t", "The third") });
    expect(await screen.findByText("The second")).toBeDefined();
    expect(screen.getAllByText("The third")).toHaveLength(1);
    expect(screen.queryByText("Yusuf is typing…")).toBeNull();
  });

  it("can't be written in where the person may not be written to", async () => {
    answer({ ...basics, "GET /messages/contacts": success([{ ...teacher, canWrite: false }]) });
    await open();
    expect(screen.getByText("You can't write to this person.")).toBeDefined();
    expect(screen.queryByRole("textbox", { name: /Message to/ })).toBeNull();
  });

  it("lets a message be reported with a reason", async () => {
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
      this.open = false;
    };
    const calls = answer({ ...basics, "POST /messages/msg_1/report": success(null) });
    const user = await open();
    await user.click(screen.getByRole("button", { name: "Report" }));
    const reason = screen.getByLabelText(/What is wrong/);
    fireEvent.change(reason, { target: { value: "Unkind" } });
    const [, confirm] = screen.getAllByRole("button", { name: "Report" });
    await user.click(confirm as HTMLElement);
    expect(await screen.findByText("Reported")).toBeDefined();
    expect(calls.at(-1)?.body).toEqual({ reason: "Unkind" });
  });
});
