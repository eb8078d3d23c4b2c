import { describe, expect, it } from "vitest";
import {
  feeOfTeacher,
  isShown,
  pickText,
  type SettingKey,
  settingInputs,
  standardFee,
} from "#lib/settings/settings.ts";

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
  it("is the one that began last, in whatever order they are listed", () => {
    expect(standardFee(fee, 10, december)).toBe(12);
    expect(standardFee(fee, 10, new Date("2027-01-01T00:00:00.000Z"))).toBe(15);
  });

  it("is the configured one before the first of them begins", () => {
    expect(standardFee(fee, 10, new Date("2026-10-31T23:59:59.999Z"))).toBe(10);
    expect(standardFee({ rates: [], exceptions: [] }, 10, december)).toBe(10);
  });

  it("is another one for a teacher with an exception", () => {
    expect(feeOfTeacher(fee, "prf_friend", 10, december)).toBe(0);
    expect(feeOfTeacher(fee, "prf_other", 10, december)).toBe(12);
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
    ["featuredCourses", ["crs_a", "crs_a"], ": Something is listed twice."],
    ["featuredStudents", ["<b>"], "0: This isn't an ID or an address of a page."],
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
