/** A teacher marks mistakes while a student recites. */
import { cleanup, fireEvent } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { LessonChoice } from "#islands/recitations/shared/marking/LessonChoice.tsx";
import { MarkingBar } from "#islands/recitations/shared/marking/MarkingBar.tsx";
import { confirmLogOut } from "#islands/study/shared/confirm-log-out.ts";
import { logOut } from "#lib/client/session/log-out.ts";
import { $session } from "#lib/client/session/session.store.ts";
import { $outgoingLessons } from "#lib/recitations/marking.store.ts";
import type { PassagePreparation } from "#lib/recitations/recitations.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { makeToken, signInAs } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");

const verses = { "112:1": "قل هو الله احد", "112:2": "الله الصمد", "107:1": "ارءيت الذي" };
const passage = { first: 6222, last: 6225 };
const seat = "/recitations/course/crs_1/student/prf_7";
const prepare = `GET ${seat}/passage?from=112%3A1&to=112%3A4`;
const post = `POST ${seat}`;

const preparation = (change: Partial<PassagePreparation> = {}) =>
  success({
    timeZone: "UTC",
    kind: "sabqi",
    weakWords: [],
    ...change,
  } satisfies PassagePreparation);

const choose = vi.fn();
const close = vi.fn();

function Class() {
  const text = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={text} data-testid="text">
        {Object.entries(verses).map(([verse, words]) => (
          <p key={verse} data-verse={verse}>
            {words.split(" ").map((word, index) => (
              <span key={word} data-word={index + 1}>
                {word}
              </span>
            ))}
          </p>
        ))}
      </div>
      <input aria-label="Search" />
      <MarkingBar
        reciter={{ seat: { courseId: "crs_1", studentId: "prf_7" }, name: "Hamza" }}
        passage={passage}
        text={text}
        next={{ name: "Zahra", choose }}
        onClose={close}
      />
    </>
  );
}

const wordAt = (verse: string, word: number) => {
  const found = document.querySelector<HTMLElement>(
    `[data-verse="${verse}"] [data-word="${word}"]`,
  );
  if (!found) throw new Error(`No word ${verse}:${word}`);
  return found;
};
const mistakes = () =>
  [...document.querySelectorAll<HTMLElement>("[data-testid=text] [data-mistake]")].map(
    ({ dataset, parentElement }) =>
      `${parentElement?.dataset.verse}:${dataset.word} ${dataset.mistake}`,
  );
const button = (name: string | RegExp) => screen.getByRole("button", { name });
/** A button that reacts again after another button has changed the bar. */
const findReady = (name: string) =>
  waitFor(() => {
    expect(button(name).ariaDisabled).not.toBe("true");
    return button(name);
  });

afterEach(() => void vi.useRealTimers());
beforeEach(() => {
  vi.clearAllMocks();
  $outgoingLessons.set([]);
  signInAs({ role: "teacher", timeZone: "UTC" });
});

test("a passage over the whole Quran lists only verses near its ends and the first of each surah", async () => {
  const whole = { first: 1, last: 6236 };
  const choosePassage = vi.fn();
  const user = render(
    <LessonChoice
      {...{ kind: "manzil", passage: whole, open: whole, onKind: vi.fn() }}
      onPassage={choosePassage}
    />,
  );
  const list = (label: string) =>
    [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text);
  const [from, to] = [list("From verse"), list("To verse")];
  for (const verses of [from, to]) {
    expect(verses.length).toBeLessThan(350);
    expect(verses).toEqual(expect.arrayContaining(["1:1", "2:1", "55:1", "114:1", "114:6"]));
  }
  expect(from).toContain("2:90");
  expect(from).not.toContain("2:255");
  expect(to).toContain("110:2");
  await user.selectOptions(screen.getByLabelText("To verse"), "55:1");
  expect(choosePassage).toHaveBeenCalledWith({ first: 1, last: 4902 });
});

describe("marking by tapping", () => {
  test("marks words with the chosen mistake, removes marks, and undoes", async () => {
    answer({ [prepare]: preparation() });
    const user = render(<Class />);
    await user.click(wordAt("112:1", 2));
    await user.click(button("Wrong vowel"));
    await user.click(wordAt("112:2", 1));
    expect(mistakes()).toEqual(["112:1:2 forgotten", "112:2:1 vowel"]);
    expect(screen.getByText("2 mistakes")).toBeDefined();
    await user.click(wordAt("112:1", 2));
    await user.click(wordAt("112:2", 1));
    expect(mistakes()).toEqual(["112:1:2 vowel"]);
    await user.click(button("Undo"));
    await user.click(button("Undo"));
    expect(mistakes()).toEqual(["112:1:2 forgotten", "112:2:1 vowel"]);
  });

  test("marks a word far from the recitation only after a second tap, and undoing restores the passage", async () => {
    answer({ [prepare]: preparation() });
    const user = render(<Class />);
    await screen.findByText("Lesson: Recent revision, Al-Ikhlas 1–4");
    await user.click(wordAt("112:1", 2));
    const note = () => screen.queryAllByText(/^Verse 107:1 is far from this recitation/).length > 0;
    await user.click(wordAt("107:1", 1));
    expect(mistakes()).toEqual(["112:1:2 forgotten"]);
    expect(note()).toBe(true);
    await user.click(wordAt("112:2", 1));
    expect(note()).toBe(false);
    await user.click(wordAt("107:1", 1));
    expect(mistakes()).toEqual(["112:1:2 forgotten", "112:2:1 forgotten"]);
    await user.click(wordAt("107:1", 1));
    expect(mistakes()).toHaveLength(3);
    expect(note()).toBe(false);
    expect(screen.getByText("Lesson: Recent revision, Al-Ma'un 1 – Al-Ikhlas 4")).toBeDefined();
    await user.click(button("Undo"));
    expect(mistakes()).toEqual(["112:1:2 forgotten", "112:2:1 forgotten"]);
    expect(screen.getByText("Lesson: Recent revision, Al-Ikhlas 1–4")).toBeDefined();
    expect(note()).toBe(false);
  });

  test("doesn't reach the page, which would point at the word for everyone", async () => {
    answer({ [prepare]: preparation() });
    const user = render(<Class />);
    const point = vi.fn();
    screen.getByTestId("text").addEventListener("click", point);
    await user.click(wordAt("112:1", 2));
    expect(point).not.toHaveBeenCalled();
    cleanup();
  });

  test("shows weak words, and the proposed kind of lesson", async () => {
    const weak = {
      ...({ verse: "112:1", mistake: "vowel" } as const),
      ...{ text: "هو", markedAt: "2027-03-01T12:00:00.000Z" },
      ...{ times: 1, remaining: 2 },
    } as const;
    answer({
      [prepare]: preparation({
        weakWords: [
          { ...weak, word: 2, isFading: false },
          { ...weak, word: 3, isFading: true },
        ],
      }),
    });
    render(<Class />);
    expect(await screen.findByText(/^2 weak words/)).toBeDefined();
    expect(screen.getByText("Lesson: Recent revision, Al-Ikhlas 1–4")).toBeDefined();
    const states = [1, 2, 3].map((word) => wordAt("112:1", word).dataset.weak);
    expect(states).toEqual([undefined, "weak", "fading"]);
  });
});

describe("marking with the keyboard", () => {
  test("moves between words with arrows, chooses the mistake with digits, marks with Enter, and undoes with Ctrl+Z and U", async () => {
    answer({ [prepare]: preparation() });
    const user = render(<Class />);
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(document.activeElement).toBe(wordAt("112:1", 2));
    expect(screen.getByRole("button", { name: "هو, verse 112:1, not marked" })).toBeDefined();
    await user.keyboard("3{Enter}");
    expect(mistakes()).toEqual(["112:1:2 tajweed"]);
    expect(
      await screen.findByRole("button", { name: "هو, verse 112:1, Tajweed rule" }),
    ).toBeDefined();
    await user.keyboard("{ArrowRight}5 {ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}1{Enter}");
    expect(mistakes()).toEqual(["112:1:1 prompted", "112:1:2 tajweed", "112:2:1 forgotten"]);
    await user.keyboard("u");
    expect(mistakes()).toEqual(["112:1:1 prompted", "112:1:2 tajweed"]);
    await user.keyboard("{Control>}z{/Control}");
    expect(mistakes()).toEqual(["112:1:2 tajweed"]);
  });

  test("leaves text fields alone, and gives words roles only while marking", async () => {
    answer({ [prepare]: preparation() });
    const user = render(<Class />);
    await user.type(screen.getByLabelText("Search"), "112u");
    expect(screen.getByLabelText<HTMLInputElement>("Search").value).toBe("112u");
    expect(button("Forgotten").ariaPressed).toBe("true");
    const word = wordAt("112:1", 1);
    expect(word.hasAttribute("role")).toBe(false);
  });
});

describe("a finished recitation", () => {
  test("is sent as one lesson with its marks, and the next student is chosen", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-03-10T12:00:00Z") });
    signInAs({ role: "teacher", timeZone: "UTC" });
    const calls = answer({ [prepare]: preparation(), [post]: success({ _id: "rec_1" }) });
    const user = render(<Class />);
    await screen.findByText("Lesson: Recent revision, Al-Ikhlas 1–4");
    await user.click(wordAt("112:1", 2));
    await user.click(button("Finish, then Zahra"));
    expect(choose).toHaveBeenCalledOnce();
    const sent = () => calls.filter(({ name }) => name === post);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual({
      clientId: expect.stringMatching(/^[\w-]{36}$/),
      kind: "sabqi",
      date: "2027-03-10",
      heardAt: "2027-03-10T12:00:00.000Z",
      ...{ fromSurah: 112, fromVerse: 1, toSurah: 112, toVerse: 4 },
      mistakes: 1,
      markedWords: [{ verse: "112:1", word: 2, mistake: "forgotten" }],
    });
    expect(screen.getByText("Recent revision: Al-Ikhlas 1–4, 1 mistake")).toBeDefined();
    expect(mistakes()).toEqual([]);
    await waitFor(() => expect($outgoingLessons.get()).toEqual([]));
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  test("can have a smaller passage and a different type than proposed", async () => {
    const calls = answer({ [prepare]: preparation(), [post]: success({ _id: "rec_1" }) });
    const user = render(<Class />);
    await user.click(screen.getByText(/^Lesson: /));
    await user.selectOptions(screen.getByLabelText("Lesson type"), "Old revision");
    await user.selectOptions(screen.getByLabelText("To verse"), "112:2");
    await user.click(button("Finish"));
    await waitFor(() => expect(calls.some(({ name }) => name === post)).toBe(true));
    expect(calls.find(({ name }) => name === post)?.body).toMatchObject({
      ...{ kind: "manzil", fromVerse: 1, toVerse: 2, mistakes: 0, markedWords: [] },
    });
    await user.click(await findReady("Mark another recitation"));
    expect(button("Finish")).toBeDefined();
  });

  test("isn't changed, taken back or logged twice by a double or triple tap", async () => {
    const calls = answer({ [prepare]: preparation(), [post]: success({ _id: "rec_1" }) });
    const user = render(<Class />);
    const sent = () => calls.filter(({ name }) => !name.startsWith("GET"));
    await user.click(wordAt("112:1", 2));
    await user.click(button("Finish"));
    for (const name of ["Remove lesson", "Mark another recitation", "Next: Zahra"]) {
      await user.click(button(name));
    }
    expect(screen.getByText(/^New lesson: Al-Ikhlas 1–4, 1 mistake|^Recent rev/)).toBeDefined();
    expect(choose).not.toHaveBeenCalled();

    await user.click(await findReady("Mark another recitation"));
    await user.click(button("Finish, then Zahra"));
    await user.click(button("Finish"));
    await waitFor(() => expect($outgoingLessons.get()).toEqual([]));
    expect(sent().map(({ name }) => name)).toEqual([post]);
    expect(choose).not.toHaveBeenCalled();
    // A mark shows that the next tap is meant.
    await user.click(wordAt("112:1", 2));
    await user.click(button("Finish"));
    await waitFor(() => expect(sent()).toHaveLength(2));
  });

  test("is kept on the device while offline and is sent with the same ID afterward", async () => {
    let isOnline = false;
    const calls = answer({
      [prepare]: preparation(),
      [post]: () => (isOnline ? success({ _id: "rec_1" }) : failure(503, "Unavailable")),
    });
    const user = render(<Class />);
    await user.click(wordAt("112:1", 2));
    await user.click(button("Finish"));
    expect(await screen.findByText(/^1 recitation is on this device/)).toBeDefined();
    isOnline = true;
    fireEvent(window, new Event("online"));
    await waitFor(() => expect($outgoingLessons.get()).toEqual([]));
    const ids = calls.filter(({ name }) => name === post).map(({ body }) => body.clientId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    expect(screen.queryByText(/on this device/)).toBeNull();
  });

  test("that the server refuses can be sent again or discarded", async () => {
    answer({ [prepare]: preparation(), [post]: failure(403, "Not enrolled") });
    const user = render(<Class />);
    await user.click(button("Finish"));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Hamza's recitation of Al-Ikhlas 1–4 can't be saved");
    await user.click(button("Try again"));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect($outgoingLessons.get()).toEqual([]);
  });

  test("isn't sent as another person who has logged in with the same browser", async () => {
    const offline = { [prepare]: preparation(), [post]: failure(503, "Unavailable") };
    answer(offline);
    const user = render(<Class />);
    await user.click(button("Finish"));
    expect(await screen.findByText(/^1 recitation is on this device/)).toBeDefined();
    $session.set({ status: "unreachable", message: "Unavailable" });
    const someoneElse = makeToken({ id: "usr_2", name: "Someone else" });
    const calls = answer({
      ...offline,
      [post]: success({ _id: "rec_1" }),
      "POST /auth/refresh": success({ accessToken: someoneElse }),
    });
    fireEvent(window, new Event("online"));
    await waitFor(() => expect($outgoingLessons.get()).toEqual([]));
    expect(calls.map(({ name }) => name)).toContain("POST /auth/refresh");
    expect(calls.filter(({ name }) => name === post)).toEqual([]);
  });

  test("is kept until the user logs in again after the session has ended", async () => {
    answer({ [prepare]: preparation(), [post]: failure(401, "Authentication required") });
    const user = render(<Class />);
    await user.click(button("Finish"));
    expect(await screen.findByText(/^1 recitation is on this device/)).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("marks on the device", () => {
  test("are restored after the tab was closed", async () => {
    answer({ [prepare]: preparation() });
    const user = render(<Class />);
    await user.click(button("Hesitation"));
    await user.click(wordAt("112:2", 2));
    cleanup();
    render(<Class />);
    expect(mistakes()).toEqual(["112:2:2 hesitation"]);
    await user.click(button("Undo"));
    expect(mistakes()).toEqual([]);
  });

  /** A browser that blocks storage, for example in the panel of a meeting, or whose storage is full. */
  function blockStorage(methods: readonly ("getItem" | "setItem")[]) {
    const spies = methods.map((method) =>
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException("Blocked", "SecurityError");
      }),
    );
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
  }

  test.each([
    ["blocks storage", ["getItem", "setItem"]],
    ["has full storage", ["setItem"]],
  ] as const)("are kept until they are sent, even if the browser %s", async (_, methods) => {
    blockStorage(methods);
    let isOnline = false;
    const calls = answer({
      [prepare]: preparation(),
      [post]: () => (isOnline ? success({ _id: "rec_1" }) : failure(503, "Unavailable")),
    });
    const user = render(<Class />);
    await user.click(wordAt("112:1", 2));
    cleanup();
    const again = render(<Class />);
    expect(mistakes()).toEqual(["112:1:2 forgotten"]);
    await again.click(button("Finish"));
    expect(await screen.findByText(/^1 recitation is on this device/)).toBeDefined();
    isOnline = true;
    fireEvent(window, new Event("online"));
    await waitFor(() => expect($outgoingLessons.get()).toEqual([]));
    const sent = calls.filter(({ name }) => name === post).at(-1);
    expect(sent?.body.markedWords).toEqual([{ verse: "112:1", word: 2, mistake: "forgotten" }]);
  });

  test("are deleted when the user logs out, after a confirmation", async () => {
    answer({
      [prepare]: preparation(),
      [post]: failure(503, "Unavailable"),
      "POST /auth/logout": success(null),
    });
    const confirm = vi.spyOn(window, "confirm").mockReturnValueOnce(false).mockReturnValue(true);
    const user = render(<Class />);
    await user.click(button("Finish"));
    await screen.findByText(/^1 recitation is on this device/);
    await user.click(await findReady("Mark another recitation"));
    await user.click(wordAt("112:2", 2));
    expect(await confirmLogOut()).toBe(false);
    expect(confirm.mock.calls[0]?.[0]).toMatch(/^1 marked recitation isn't saved yet/);
    expect(await confirmLogOut()).toBe(true);
    await logOut();
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
    confirm.mockRestore();
  });
});
