import { afterEach, describe, expect, it, vi } from "vitest";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import { excerpt } from "#lib/text/excerpt.ts";
import { courseList, courseThing } from "#server/seo/structured-data/courses.ts";
import { breadcrumbs, faqPage } from "#server/seo/structured-data/site.ts";
import { formatThings } from "#server/seo/structured-data/thing.ts";
import { findUnknownTerms } from "../../support/schema-org.ts";

const origin = "https://halaqa.example";
const course: CourseView = {
  _id: "crs_1",
  title: "Tajweed",
  excerpt: "",
  description: "Letter by letter.",
  level: "Beginner",
  audience: ["adults"],
  language: "English",
  imageUrl: [],
  topics: ["Tajweed"],
  objectives: [],
  requirements: [],
  price: 30,
  hasDiscount: true,
  proRata: false,
  discountPrice: 19.99,
  duration: 8,
  startDate: "2026-12-01",
  endDate: "2027-01-26",
  schedule: [{ day: "Monday", startTime: "18:00", endTime: "19:00" }],
  timeZone: "Africa/Cairo",
  maxStudents: 2,
  status: "published",
  refundPolicy: "until-first-class",
  verified: false,
  rating: 0,
  ratingCount: 0,
  enrolledStudentIds: [],
  enrolledCount: 0,
  isFull: false,
  seatsLeft: 3,
  teacherId: { _id: "prf_1", name: "Yusuf", rating: 0, ratingCount: 0, offersTrials: false },
  createdAt: "2026-11-01T00:00:00.000Z",
};
const written = (change: Partial<CourseView> = {}) =>
  JSON.parse(formatThings([courseThing(origin, { ...course, ...change })]));

afterEach(() => {
  vi.useRealTimers();
});

describe("the structured data of a course", () => {
  it("has an instance with its classes and an offer with the price to pay", () => {
    expect(written()).toMatchObject({
      "@context": "https://schema.org",
      "@type": "Course",
      url: `${origin}/courses/crs_1`,
      provider: { name: "Halaqa", url: `${origin}/` },
      offers: { price: 19.99, priceCurrency: "USD", category: "Paid" },
      hasCourseInstance: {
        courseMode: "Online",
        startDate: "2026-12-01",
        instructor: { name: "Yusuf", url: `${origin}/teachers/prf_1` },
        courseSchedule: [{ byDay: "https://schema.org/Monday", scheduleTimezone: "Africa/Cairo" }],
      },
    });
  });

  it("has a rating only once there are reviews", () => {
    expect(written()).not.toHaveProperty("aggregateRating");
    expect(written({ rating: 4.5, ratingCount: 2 }).aggregateRating).toMatchObject({
      ratingValue: 4.5,
      ratingCount: 2,
    });
  });

  it("marks free and sold-out courses", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-24T12:00:00Z") });
    expect(written({ price: 0, hasDiscount: false }).offers.category).toBe("Free");
    expect(written({ isFull: true }).offers.availability).toBe("https://schema.org/SoldOut");
  });

  it("offers no seat in a course without classes", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-24T12:00:00Z") });
    const { offers } = JSON.parse(formatThings([courseThing(origin, course, false)]));
    expect(offers.availability).toBe("https://schema.org/OutOfStock");
  });

  it("offers the course until its last day ends in the teacher's time zone", () => {
    const soon = "https://schema.org/InStock";
    const over = "https://schema.org/Discontinued";
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-01-26T21:59:59Z") });
    expect(written().offers.availability).toBe(soon);
    vi.setSystemTime(new Date("2027-01-26T22:00:00Z"));
    expect(written({ isFull: true }).offers.availability).toBe(over);
  });

  it("uses only schema.org's vocabulary, whatever a teacher has entered", () => {
    const full = { objectives: ["Read"], requirements: ["Letters"], rating: 4.5, ratingCount: 2 };
    for (const change of [full, { isFull: true }, { price: 0, hasDiscount: false, schedule: [] }]) {
      expect(findUnknownTerms(written(change))).toEqual([]);
    }
    const wrong = { ...written(), teacher: "Yusuf", offers: { "@type": "Ofer" } };
    const away = "https://schema.org/SoldAway";
    expect(findUnknownTerms(wrong)).toEqual(["$.offers: no type Ofer", "$: Course has no teacher"]);
    expect(findUnknownTerms({ "@type": "Offer", availability: away })).toEqual([
      `$.availability: no ${away}`,
    ]);
  });

  it("leaves out missing values", () => {
    expect(written({ language: undefined })).not.toHaveProperty("inLanguage");
    expect(written()).not.toHaveProperty("teaches");
  });
});

it("text from people cannot end the script element around it", () => {
  const title = `</script><script>alert(1)</script><!-- "quoted" \\`;
  const text = formatThings([courseThing(origin, { ...course, title })]);
  expect(text).not.toContain("<");
  expect(JSON.parse(text).name).toBe(title);
});

it("control characters in older rows do not affect the surrounding text", () => {
  const title = "Taj\u001bweed\u2028for \u202eall";
  const text = formatThings([courseThing(origin, { ...course, title, topics: ["a\u000bb"] })]);
  expect(JSON.parse(text)).toMatchObject({ name: "Tajweed\nfor all", keywords: ["a\nb"] });
});

it("a paged list continues the numbering of the previous pages", () => {
  const { itemListElement } = JSON.parse(formatThings([courseList(origin, [course], 10)]));
  expect(findUnknownTerms(JSON.parse(formatThings([courseList(origin, [course], 1)])))).toEqual([]);
  expect(itemListElement[0]).toMatchObject({ position: 10, url: `${origin}/courses/crs_1` });
});

it("several things on a page share one graph", () => {
  const text = formatThings([
    breadcrumbs(origin, [{ label: "Home", path: "/" }, { label: "Here" }]),
    faqPage([{ question: "Why?", answer: "Because." }]),
  ]);
  expect(findUnknownTerms(JSON.parse(text))).toEqual([]);
  const { "@graph": things } = JSON.parse(text);
  expect(things[0].itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Home", item: `${origin}/` },
    { "@type": "ListItem", position: 2, name: "Here" },
  ]);
  expect(things[1].mainEntity[0].acceptedAnswer.text).toBe("Because.");
});

describe("a text excerpt", () => {
  it("is one line, cut between words", () => {
    const text = excerpt(`First line.\n\n${"word, ".repeat(60)}`);
    expect(text.length).toBeLessThanOrEqual(155);
    expect(text).toMatch(/^First line\. word, .* word…$/);
  });

  it("leaves short texts unchanged", () => {
    expect(excerpt(" Short. ")).toBe("Short.");
  });
});
