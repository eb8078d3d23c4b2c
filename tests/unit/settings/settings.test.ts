import { describe, expect, it } from "vitest";
import {
  feeOfTeacher,
  isShown,
  nextFeeOfTeacher,
  pickText,
  type SettingKey,
  settingInputs,
  standardFee,
} from "#lib/settings/settings.ts";
import { describeOwnFee } from "#server/payments/own-fee.ts";

const december = new Date("2026-12-15T12:00:00.000Z");
const text = { en: "Classes pause for Eid.", ar: "تتوقف الحصص في العيد.", ur: "", fr: "", es: "" };
const fee = {
  rates: [
    { percent: 12, from: "2026-12-01T00:00:00.000Z" },
    { percent: 15, from: "2027-01-01T00:00:00.000Z" },
    { percent: 8, from: "2026-11-01T00:00:00.000Z" },
  ],
  exceptions: [{ teacherId: "prf_friend", percent: 0 }],
};

describe("the platform's fee", () => {
  it("is the rate that took effect last, in whatever order the rates are listed", () => {
    expect(standardFee(fee, 10, december)).toBe(12);
    expect(standardFee(fee, 10, new Date("2027-01-01T00:00:00.000Z"))).toBe(15);
  });

  it("starts at its instant, in whatever form it is written", () => {
    const rates = [
      { percent: 12, from: "2026-12-15T12:00Z" },
      { percent: 15, from: "2026-12-15T12:00:00.001Z" },
    ];
    expect(standardFee({ rates, exceptions: [] }, 10, december)).toBe(12);
    expect(standardFee({ rates, exceptions: [] }, 10, new Date(december.getTime() + 1))).toBe(15);
    const [first] = rates;
    const fee = { rates, exceptions: [] };
    const before = new Date(december.getTime() - 1);
    expect(nextFeeOfTeacher(fee, "prf_other", 10, before)).toBe(first);
  });

  it("is the configured rate before the first of the listed rates takes effect", () => {
    expect(standardFee(fee, 10, new Date("2026-10-31T23:59:59.999Z"))).toBe(10);
    expect(standardFee({ rates: [], exceptions: [] }, 10, december)).toBe(10);
  });

  it("differs for a teacher with an exception", () => {
    expect(feeOfTeacher(fee, "prf_friend", 10, december)).toBe(0);
    expect(feeOfTeacher(fee, "prf_other", 10, december)).toBe(12);
  });
});

describe("the fee on a teacher's private pages", () => {
  const describeFor = (id: string, role: "teacher" | "student", now = december) =>
    describeOwnFee(
      { config: { platformFeePercent: 10 }, settings: { read: () => fee } } as never,
      { profile: { id, role } } as never,
      "UTC",
      now,
    );

  it("is announced with the date of its change, and teachers with an exception read theirs", () => {
    expect(describeFor("prf_other", "teacher")).toBe(
      "You pay a platform fee of 12 percent of each sale. From Jan 1, 2027, it will be 15 percent.",
    );
    expect(describeFor("prf_friend", "teacher")).toBe(
      "You pay a platform fee of 0 percent of each sale.",
    );
    expect(describeFor("prf_student", "student")).toBeUndefined();
  });

  it("isn't announced to change once the last rate applies", () => {
    const later = new Date("2027-01-01T00:00:00.000Z");
    expect(describeFor("prf_other", "teacher", later)).toBe(
      "You pay a platform fee of 15 percent of each sale.",
    );
  });
});

describe("the banner", () => {
  const banner = {
    text,
    startsAt: "2026-12-10T00:00:00.000Z",
    endsAt: "2026-12-15T12:00:00.000Z",
  };

  it("is shown from its start until its end", () => {
    expect(isShown(banner, new Date("2026-12-10T00:00:00.000Z"))).toBe(true);
    expect(isShown(banner, new Date("2026-12-15T11:59:59.999Z"))).toBe(true);
    expect(isShown(banner, december)).toBe(false);
    expect(isShown(banner, new Date("2026-12-09T23:59:59.999Z"))).toBe(false);
    const written = { text, startsAt: "2026-12-15T12:00:00Z", endsAt: "2026-12-15T13:00Z" };
    expect(isShown(written, december)).toBe(true);
    expect(isShown(written, new Date("2026-12-15T13:00:00.000Z"))).toBe(false);
  });

  it("is in English where its text has no translation", () => {
    expect(pickText(text, "ar")).toEqual({ text: text.ar, language: "ar" });
    expect(pickText(text, "fr")).toEqual({ text: text.en, language: "en" });
  });
});

describe("an entered setting", () => {
  const problemsOf = (key: SettingKey, value: unknown) =>
    (settingInputs[key].safeParse(value).error?.issues ?? []).map(
      ({ path, message }) => `${path.join(".")}: ${message}`,
    );

  it.each<[SettingKey, unknown, string]>([
    ["supportAddress", "nobody", ": Please enter a valid email."],
    ["onCallAddresses", ["a@b.example", "c"], "1: Please enter a valid email."],
    [
      "announcement",
      {
        text: { en: " " },
        startsAt: "2026-12-10T00:00:00.000Z",
        endsAt: "2026-12-11T00:00:00.000Z",
      },
      "text.en: Please fill in this field.",
    ],
    [
      "announcement",
      { text, startsAt: "2026-12-10T00:00:00.000Z", endsAt: "2026-12-10T00:00:00.000Z" },
      "endsAt: The end must be after the start.",
    ],
    [
      "platformFee",
      { rates: [{ percent: 91, from: "2026-12-10T00:00:00.000Z" }], exceptions: [] },
      "rates.0.percent: Please enter a percentage from 0 to 90.",
    ],
    [
      "platformFee",
      {
        rates: [
          { percent: 12, from: "2026-12-10T00:00:00Z" },
          { percent: 15, from: "2026-12-10T00:00:00.000Z" },
        ],
        exceptions: [],
      },
      "rates: Two fees can't start at the same time.",
    ],
    [
      "announcement",
      { text, startsAt: "2026-12-10T00:00:00.000Z", endsAt: "2026-12-10T00:00:00Z" },
      "endsAt: The end must be after the start.",
    ],
    ["featuredCourses", ["crs_a", "crs_a"], ": Please list each entry only once."],
    ["featuredStudents", ["<b>"], "0: Please enter an ID or the address of a page."],
    [
      "legalEntity",
      { name: "Halaqa Ltd", address: "", registration: "" },
      "address: Please fill in this field.",
    ],
  ])("for %s is refused when it is %j", (key, value, problem) => {
    expect(problemsOf(key, value)).toEqual([problem]);
  });

  it("keeps no line breaks in a banner and no unknown fields", () => {
    const value = {
      text: { ...text, de: "Pause" },
      startsAt: "2026-12-10T00:00:00.000Z",
      endsAt: "2026-12-11T00:00:00.000Z",
      revision: 3,
    };
    expect(settingInputs.announcement.parse(value)).toEqual({
      text,
      startsAt: value.startsAt,
      endsAt: value.endsAt,
    });
  });
});
