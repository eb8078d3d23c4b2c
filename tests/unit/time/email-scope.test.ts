import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { formatInstant, formatSpan } from "#lib/time/format-time.ts";
import { writeInZone } from "#server/email-scope.ts";
import { layout } from "#server/providers/mail/layout.ts";

const start = "2027-03-10T18:00:00Z";
const end = "2027-03-10T19:00:00Z";

beforeEach(
  () => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-03-09T12:00:00Z") }),
);
afterEach(() => void vi.useRealTimers());

describe("times in an email", () => {
  test("have no offset in the reader's zone, and no year in the current one", () => {
    writeInZone("Asia/Karachi", () => {
      expect(formatInstant(start, "Asia/Karachi", Date.now())).toBe("Wed, Mar 10, 23:00");
      const later = "2028-01-05T18:00:00Z";
      expect(formatInstant(later, "Asia/Karachi", Date.now())).toBe("Wed, Jan 5, 2028, 23:00");
      expect(formatSpan(start, end, "Asia/Karachi")).not.toContain("GMT");
    });
    expect(formatInstant(start, "Asia/Karachi")).toBe("Wed, Mar 10, 2027, 23:00 GMT+5");
  });

  test("keep the offset in another person's zone", () => {
    writeInZone("Asia/Karachi", () => {
      expect(formatInstant(start, "Africa/Cairo", Date.now())).toBe("Wed, Mar 10, 20:00 GMT+2");
    });
  });

  test("are recorded across the parts of one email, so that it names the zone", async () => {
    await writeInZone("Asia/Karachi", async (email) => {
      await writeInZone("Asia/Karachi", async () => undefined);
      expect(email.hasTimes).toBe(false);
      await writeInZone("Asia/Karachi", async () => formatInstant(start, "Asia/Karachi"));
      expect(email.hasTimes).toBe(true);
    });
  });
});

test("an email names the zone of its times once, and a guardian's copy doesn't call it their own", () => {
  const write = (isOwn: boolean) =>
    layout({
      recipientName: "Saira",
      title: "Your class was moved",
      preheader: "",
      paragraphs: ["Now: Wed, Mar 10, 23:00"],
      timeZone: { name: "Asia/Karachi", isOwn },
      because: "you are enrolled",
    });
  const own = "Times are in your time zone, Asia/Karachi.";
  const { text, html } = write(true);
  expect(text.split(own)).toHaveLength(2);
  expect(html.split(own)).toHaveLength(2);
  expect(write(false).text).toContain("Times are in the time zone Asia/Karachi.");
});
