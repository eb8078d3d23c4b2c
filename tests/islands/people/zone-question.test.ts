import { afterEach, expect, it, vi } from "vitest";
import { answerZoneQuestion } from "#islands/people/zone-question.ts";
import { areKeptZones } from "#lib/time/zone-question.ts";
import { answer, failure, success } from "../support/api.ts";
import { signInAs } from "../support/session.ts";

const pair = { browser: "America/Toronto", profile: "America/Chicago" };

/** What `ZoneQuestion.astro` renders. */
function show(): HTMLElement {
  document.body.innerHTML = `
    <aside data-zone-question data-browser="${pair.browser}" data-profile="${pair.profile}" data-role="student">
      <p>You seem to be in Toronto, but your profile says Chicago.</p>
      <button data-zone="use">Use Toronto</button>
      <button data-zone="keep">Keep Chicago</button>
    </aside>`;
  const question = document.querySelector("aside");
  if (!question) throw new Error("The question is missing");
  return question;
}

const buttonOf = (question: HTMLElement, choice: string): HTMLElement => {
  const button = question.querySelector<HTMLElement>(`[data-zone=${choice}]`);
  if (!button) throw new Error(`The button ${choice} is missing`);
  return button;
};

afterEach(() => {
  document.body.innerHTML = "";
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store.
  document.cookie = "kept-zones=;path=/;max-age=0";
});

it("the browser's zone becomes the profile's, and the focus moves to the confirmation", async () => {
  signInAs({ _id: "prf_1", role: "student" });
  localStorage.setItem("userProfileId", "prf_1");
  const calls = answer({
    "PUT /students/prf_1": success({ _id: "prf_1", role: "student", timeZone: pair.browser }),
  });
  const question = show();
  await answerZoneQuestion(buttonOf(question, "use"));
  expect(calls).toMatchObject([{ name: "PUT /students/prf_1", body: { timeZone: pair.browser } }]);
  const status = question.querySelector("[role=status]");
  expect(status?.textContent).toContain("Your profile's time zone is now Toronto.");
  expect(document.activeElement).toBe(status);
  expect(question.querySelectorAll("button")).toHaveLength(0);
});

it("the question stays and shows the reason if the profile can't be changed", async () => {
  signInAs({ _id: "prf_1", role: "student" });
  localStorage.setItem("userProfileId", "prf_1");
  answer({ "PUT /students/prf_1": failure(409, "Two classes would overlap.") });
  const question = show();
  await answerZoneQuestion(buttonOf(question, "use"));
  expect(question.querySelector("[role=alert]")?.textContent).toBe("Two classes would overlap.");
  expect(question.querySelectorAll("button")).toHaveLength(2);
});

it("the profile's zone is kept for this pair of zones, and the page is shown again", async () => {
  const calls = answer({});
  const reload = vi.fn();
  await answerZoneQuestion(buttonOf(show(), "keep"), reload);
  expect(areKeptZones(document.cookie, pair)).toBe(true);
  expect(areKeptZones(document.cookie, { ...pair, browser: "Europe/Paris" })).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  expect(calls).toEqual([]);
});
