import { describe, expect, it } from "vitest";
import { readPageOf, readQuery, toHref } from "#lib/paging/list-url.ts";
import { firstNameOf } from "#lib/people/first-name.ts";
import { initialsOf } from "#lib/people/initials.ts";
import { experienceLabel } from "#lib/people/people.labels.ts";
import { isWebAddress, peopleListQuery } from "#lib/people/people.ts";
import { previewText } from "#lib/text/preview-text.ts";
import { toClassmate, toMember, toPublicPerson } from "#server/public-person.ts";

describe("texts about people", () => {
  it("are shortened after a hundred characters as people count them", () => {
    expect(previewText("س".repeat(100))).toBe("س".repeat(100));
    expect(previewText("س".repeat(101))).toBe(`${"س".repeat(100)}…`);
    expect(previewText("😀".repeat(101))).toBe(`${"😀".repeat(100)}…`);
  });

  it("show years of experience as the matching option", () => {
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

  it("use the initials of the first two words", () => {
    expect(initialsOf("  maryam   bint Yusuf ")).toBe("MB");
    expect(initialsOf("أحمد علي")).toBe("أ\u200cع");
    expect(initialsOf("الشيخ الأنصاري الحافظ")).toBe("ش\u200cأ");
    expect(initialsOf("آل ثاني")).toBe("آ\u200cث");
    expect(initialsOf("Zoë")).toBe("Z");
  });

  it("link only to web addresses", () => {
    expect(isWebAddress("https://example.org/a?b=1")).toBe(true);
    for (const text of ["javascript:alert(1)", "data:text/html,x", "ftp://x.org", "", null]) {
      expect(isWebAddress(text)).toBe(false);
    }
  });
});

describe("the public name of a person", () => {
  const hamza = { name: "Hamza bin Omar Iqbal", profileImageUrl: "/media/a.webp" };
  const whole = { name: hamza.name, profileImageUrl: hamza.profileImageUrl };

  it("is complete for teachers and for students aged 18 or older", () => {
    for (const [role, age] of [
      ["student", 18],
      ["student", 60],
      ["teacher", null],
    ] as const) {
      expect(toPublicPerson({ ...hamza, role, age })).toEqual(whole);
    }
  });

  it("reveals nothing about minors, or people whose age or role is unknown", () => {
    for (const [role, age] of [
      ["student", 17],
      ["student", null],
      [null, null],
    ] as const) {
      expect(toPublicPerson({ ...hamza, role, age })).toEqual({
        name: "A student",
        profileImageUrl: null,
      });
    }
  });

  it("is a minor's first name for classmates, and complete for teachers and the minor", () => {
    const minor = { ...hamza, id: "prf_1", role: "student" as const, age: 9 };
    const seenBy = (id: string, role: "student" | "teacher") => toMember(minor, { id, role });
    expect(seenBy("prf_2", "student")).toEqual({ name: "Hamza", profileImageUrl: null });
    expect(seenBy("prf_1", "student")).toEqual(whole);
    expect(seenBy("prf_3", "teacher")).toEqual(whole);
    expect(toClassmate({ ...minor, name: "حمزة إقبال" }).name).toBe("حمزة");
  });
});

describe("the address of a list", () => {
  it("leaves out parameters without a value, and the first page", () => {
    expect(toHref("/teachers", { search: "", page: 1 })).toBe("/teachers");
    expect(toHref("/teachers", { search: "a b", page: 2 })).toBe("/teachers?search=a+b&page=2");
  });

  it("ignores invalid parameters", () => {
    const read = (query: string) => readQuery(peopleListQuery, new URLSearchParams(query));
    expect(read("search=amina&page=zero&limit=9999&x=1")).toEqual({ search: "amina" });
  });

  it("leads to the last page when a later one is requested", async () => {
    const read = async (page = "1") => ({ page: Number(page), pages: 3, total: 30 });
    expect(await readPageOf("9", read)).toMatchObject({ page: 3 });
    expect(await readPageOf("2", read)).toMatchObject({ page: 2 });
    const none = async (page = "1") => ({ page: Number(page), pages: 0, total: 0 });
    expect(await readPageOf("9", none)).toMatchObject({ page: 9 });
  });
});

it.each([
  ["Amina Saleh", "Amina"],
  [" Noor  Huda Ismail", "Noor"],
  ["Maryam", "Maryam"],
  ["Abdul Rahman Khan", "Abdul Rahman"],
  ["Abd al-Rahman Khan", "Abd al-Rahman"],
  ["Dr. Umm Salama Haddad", "Dr. Umm Salama"],
  ["Ustadha Salma Rahimi", "Ustadha Salma"],
  ["Abdullah Nasser", "Abdullah"],
  ["Umar Farooq", "Umar"],
  ["عبد الرحمن السيد", "عبد الرحمن"],
  ["Imam", "Imam"],
])("emails greet '%s' as '%s'", (name, greeted) => {
  expect(firstNameOf(name)).toBe(greeted);
});
