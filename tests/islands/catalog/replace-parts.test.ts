import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { replaceParts } from "#islands/catalog/replace-parts.ts";

/** A catalog page with one filter of each kind, as rendered by the server. */
const pageOf = (level: string, gender: string, seats: boolean, search = "", total = 3) => `
  <form id="catalog"><input type="search" name="search" value="${search}"></form>
  <select name="level" form="catalog" data-live="level">
    <option value="">All Levels</option>
    <option value="Beginner" ${level === "Beginner" ? "selected" : ""}>Beginner (${total})</option>
  </select>
  ${["", "female"]
    .map(
      (value) =>
        `<input type="radio" name="gender" value="${value}" form="catalog" ${value === gender ? "checked" : ""}>`,
    )
    .join("")}
  <input type="checkbox" name="seats" value="free" form="catalog" ${seats ? "checked" : ""}>
  <span data-live="total">${total} courses</span>`;

const parse = (html: string) => new DOMParser().parseFromString(html, "text/html");
const form = () => document.querySelector<HTMLFormElement>("#catalog") as HTMLFormElement;
const choices = () => Object.fromEntries(new FormData(form()));

// jsdom doesn't implement CSS.escape, and these names need no escaping.
beforeAll(() => vi.stubGlobal("CSS", { escape: (name: string) => name }));
beforeEach(() => {
  document.body.innerHTML = pageOf("", "", false);
});

it("replacing parts of a page copies the text and options from the fetched page", () => {
  replaceParts(parse(pageOf("Beginner", "female", true, "juz", 1)), form());
  expect(choices()).toEqual({ search: "juz", level: "Beginner", gender: "female", seats: "free" });
  expect(document.querySelector("[data-live=total]")?.textContent).toBe("1 courses");
  expect(document.querySelector("option:checked")?.textContent).toBe("Beginner (1)");
  replaceParts(parse(pageOf("", "", false)), form());
  expect(choices()).toEqual({ search: "", level: "", gender: "" });
});

it("replacing parts of a page keeps text that is being typed and parts that are unchanged", () => {
  const search = document.querySelector<HTMLInputElement>("[type=search]");
  const total = document.querySelector("[data-live=total]")?.firstChild;
  if (search) search.value = "juz am";
  replaceParts(parse(pageOf("", "female", false, "juz")), form(), search);
  expect(choices()).toEqual({ search: "juz am", level: "", gender: "female" });
  expect(document.querySelector("[data-live=total]")?.firstChild).toBe(total);
});
