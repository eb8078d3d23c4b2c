import { describe, expect, it } from "vitest";
import { readPageOf, readQuery, toHref } from "#lib/list-address.ts";
import { initialsOf } from "#lib/names.ts";
import { experienceLabel } from "#lib/people.options.ts";
import { isWebAddress, peopleListQuery } from "#lib/people.ts";
import { previewText } from "#lib/preview.ts";
import { toPublicPerson } from "#server/people/public-person.ts";

describe("texts about people", () => {
  it("are cut after a hundred characters, counted as people count them", () => {
    expect(previewText("س".repeat(100))).toBe("س".repeat(100));
    expect(previewText("س".repeat(101))).toBe(`${"س".repeat(100)}…`);
    expect(previewText("😀".repeat(101))).toBe(`${"😀".repeat(100)}…`);
  });

  it("name years of experience by the option that holds them", () => {
    expect([0, 1, 2, 5, 6, 10, 30].map(experienceLabel)).toEqual([
      "Less than 1 year",
      "Less than 1 year",
      "1-2 years",
      "3-5 years",
      "6-10 years",
      "6-10 years",
      "More than 10 years",
    ]);
    expect(experienceLabel(undefined)).toBeUndefined();
  });

  it("take the initials of the first two words", () => {
    expect(initialsOf("  maryam   bint Yusuf ")).toBe("MB");
    expect(initialsOf("أحمد علي")).toBe("أ\u200cع");
    expect(initialsOf("الشيخ الأنصاري الحافظ")).toBe("ش\u200cأ");
    expect(initialsOf("آل ثاني")).toBe("آ\u200cث");
    expect(initialsOf("Zoë")).toBe("Z");
  });

  it("link nothing but addresses on the web", () => {
    expect(isWebAddress("https://example.org/a?b=1")).toBe(true);
    for (const text of ["javascript:alert(1)", "data:text/html,x", "ftp://x.org", "", null]) {
      expect(isWebAddress(text)).toBe(false);
    }
  });
});

describe("the public name", () => {
  it("is whole from the age of 18 on, and where no age is given", () => {
    for (const age of [18, 60, null, undefined]) {
      const person = { name: "Hamza Iqbal", profileImageUrl: "/media/a.webp", age: age ?? null };
      expect(toPublicPerson(person)).toEqual({
        name: "Hamza Iqbal",
        profileImageUrl: "/media/a.webp",
      });
    }
  });

  it("is the first name and an initial below, and a single name as it is", () => {
    const shown = (name: string) => toPublicPerson({ name, profileImageUrl: "x", age: 17 });
    expect(shown("Hamza bin Omar Iqbal")).toEqual({ name: "Hamza I.", profileImageUrl: null });
    expect(shown("حمزة إقبال").name).toBe("حمزة إ.");
    expect(shown("Hamza").name).toBe("Hamza");
  });
});

describe("the address of a list", () => {
  it("leaves out what has no value, and the first page", () => {
    expect(toHref("/teachers", { search: "", page: 1 })).toBe("/teachers");
    expect(toHref("/teachers", { search: "a b", page: 2 })).toBe("/teachers?search=a+b&page=2");
  });

  it("is read without the parameters that make no sense", () => {
    const read = (query: string) => readQuery(peopleListQuery, new URLSearchParams(query));
    expect(read("search=amina&page=zero&limit=9999&x=1")).toEqual({ search: "amina" });
  });

  it("leads to the last page where it asks for one beyond", async () => {
    const read = async (page = "1") => ({ page: Number(page), pages: 3, total: 30 });
    expect(await readPageOf("9", read)).toMatchObject({ page: 3 });
    expect(await readPageOf("2", read)).toMatchObject({ page: 2 });
    const none = async (page = "1") => ({ page: Number(page), pages: 0, total: 0 });
    expect(await readPageOf("9", none)).toMatchObject({ page: 9 });
  });
});
