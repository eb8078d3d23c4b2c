import { expect, it, vi } from "vitest";
import { LanguageCard } from "#islands/dashboard/settings/LanguageCard.tsx";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const inEnglish = { language: "en", offered: ["en", "ar", "fr"] };
const field = () =>
  screen.findByRole<HTMLSelectElement>("combobox", { name: "Language of emails" });

it("the language of emails can be chosen from a list in which each language has its own name", async () => {
  signInAs({});
  const onDone = vi.fn();
  const calls = answer({
    "GET /users/me/language": success(inEnglish),
    "PATCH /users/me/language": success({ ...inEnglish, language: "ar" }),
  });
  const user = render(<LanguageCard onDone={onDone} />);
  expect([...(await field()).options].map(({ text }) => text)).toEqual([
    "English",
    "العربية",
    "Français",
  ]);
  await user.selectOptions(await field(), "العربية");
  await waitFor(() => expect(onDone).toHaveBeenCalledWith("We'll email you in العربية."));
  expect((await field()).value).toBe("ar");
  expect(calls.at(-1)).toMatchObject({
    name: "PATCH /users/me/language",
    body: { language: "ar" },
  });
});

it("the language of emails returns to the stored one when saving fails", async () => {
  signInAs({});
  answer({
    "GET /users/me/language": success(inEnglish),
    "PATCH /users/me/language": failure(503, "Please try again soon."),
  });
  const user = render(<LanguageCard onDone={() => {}} />);
  await user.selectOptions(await field(), "Français");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Please try again soon."));
  expect((await field()).value).toBe("en");
});

it("the language of emails can't be chosen while the site has only one", async () => {
  signInAs({});
  const calls = answer({ "GET /users/me/language": success({ language: "en", offered: ["en"] }) });
  render(<LanguageCard onDone={() => {}} />);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole("combobox")).toBeNull();
});
