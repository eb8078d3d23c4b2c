/** What a setting changes, on every server of a deployment. */
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SettingInput, SettingKey } from "#lib/settings/settings.ts";
import { demoSupportAddress, getSupportAddress } from "#lib/site/support-address.ts";
import { listFeaturedCourses } from "#server/catalog/featured-courses.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { payments } from "#server/db/tables/payments.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { openSettings } from "#server/gateway/page-settings.ts";
import { readPlatformFee } from "#server/payments/platform-fee.ts";
import { storeSetting } from "#server/settings/change-setting.ts";
import { createTestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { get, startGateway } from "../../support/gateway.ts";
import { addSeller } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { keepQueuedMails } from "../../support/queued-mails.ts";

const { market, teacher } = await openMarket({
  PLATFORM_FEE_PERCENT: "10",
  RATE_LIMIT_FACTOR: "1000",
});
const otherServer = await createTestApp({ database: market.database });

const unset: { [Key in SettingKey]?: SettingInput<Key> } = {
  supportAddress: null,
  announcement: null,
  legalEntity: null,
  platformFee: { rates: [], exceptions: [] },
  minimumPrice: null,
  featuredCourses: [],
  featuredStudents: [],
  aboutFigures: null,
  signUps: { open: true },
};

afterEach(async () => {
  vi.useRealTimers();
  for (const [key, value] of Object.entries(unset)) await set(key as SettingKey, value as never);
});

/** Changes a setting as this server does. The other server gets a notification. */
async function set<Key extends SettingKey>(key: Key, value: SettingInput<Key>) {
  await market.context.db.transaction((tx) => storeSetting(tx, key, value, null));
  await market.context.settings.reload();
}

const inEnglish = (en: string) => ({ en, ar: "", ur: "", fr: "", es: "" });
const banner = (en: string, ar = "") => ({
  text: { ...inEnglish(en), ar },
  startsAt: new Date(Date.now() - 60_000).toISOString(),
  endsAt: new Date(Date.now() + 3_600_000).toISOString(),
});

const builtBanner =
  '<aside data-announcement="0" aria-label="Announcement" class="sand"><p><span dir="ltr">announcement-text.invalid</span><button data-close-hint="0"></button></p></aside>';
const page = `<html><body>${builtBanner}<main>A fee of ${openSettings.platformFeePercent} percent. ${openSettings.supportAddress}</main></body></html>`;
const files = { "about.html": page, "ar/about.html": page };

/** The pages of two servers on one database. */
async function startServers() {
  const servers = [];
  for (const { settings } of [market.context, otherServer.context]) {
    await settings.listening;
    const gateway = await startGateway({
      files,
      settings,
      pages: (_, res) => {
        res.writeHead(200, {
          "content-type": "text/html",
          "cdn-cache-control": "max-age=600",
          "cache-tag": "courses",
        });
        res.end(`<h1>${settings.read("announcement")?.text.en ?? "no banner"}</h1>`);
      },
    });
    servers.push(async (path: string) => (await get(gateway.url + path)).body.toString());
  }
  return servers;
}

describe("the banner", () => {
  it("appears on prerendered and cached pages of both servers, and disappears again, without a restart", async () => {
    const servers = await startServers();
    for (const read of servers) {
      expect(await read("/about")).not.toContain("<aside");
      expect(await read("/courses")).toBe("<h1>no banner</h1>");
    }
    await set("announcement", banner("Eid <Mubarak>", "عيد مبارك"));
    for (const read of servers) {
      await vi.waitFor(async () => {
        expect(await read("/about")).toContain('dir="ltr">Eid &lt;Mubarak&gt;</span>');
        expect(await read("/ar/about")).toContain('<span dir="rtl">عيد مبارك</span>');
        expect(await read("/courses")).toContain("Eid <Mubarak>");
      });
    }
    await set("announcement", null);
    for (const read of servers) {
      await vi.waitFor(async () => {
        expect(await read("/about")).not.toContain("<aside");
        expect(await read("/courses")).toBe("<h1>no banner</h1>");
      });
    }
  });

  it("has a new revision after each change, so that people who closed the last one see it", async () => {
    const revision = () => market.context.settings.read("announcement")?.revision;
    await set("announcement", banner("First"));
    const first = revision();
    await set("announcement", banner("Second"));
    expect(revision()).toBe(((first ?? 0) + 1) % 10);
  });

  it("appears and disappears at its scheduled times", async () => {
    const changes = vi.fn();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const { startsAt, endsAt } = banner("Later");
    await set("announcement", {
      text: inEnglish("Later"),
      startsAt: new Date(Date.parse(startsAt) + 600_000).toISOString(),
      endsAt,
    });
    market.context.settings.onChange(changes);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(changes).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(changes).toHaveBeenCalledTimes(2);
  });
});

describe("the support address", () => {
  it("is the demo's until someone sets another, and pages and emails of all servers show it", async () => {
    expect(getSupportAddress()).toBe(demoSupportAddress);
    const [read] = await startServers();
    const mails = keepQueuedMails(market);
    await set("supportAddress", "help@learn.example");
    await vi.waitFor(() =>
      expect(otherServer.context.settings.read("supportAddress")).toBe("help@learn.example"),
    );
    expect(await read?.("/about")).toContain("help@learn.example");
    await market.call("POST", "/api/contact", {
      body: {
        name: "Amina",
        email: "amina@example.org",
        subject: "A question",
        message: "When does the next course start?",
      },
    });
    expect(mails.map(({ to }) => to)).toEqual(["help@learn.example"]);
    expect(mails[0]?.text).toContain("help@learn.example");
    expect(mails[0]?.text).not.toContain(demoSupportAddress);
  });
});

describe("the platform's fee", () => {
  const feesOf = async (courseId: string) => {
    const rows = await market.context.db
      .select({ feeCents: payments.feeCents, request: payments.checkoutRequest, id: payments.id })
      .from(payments)
      .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
      .where(eq(enrollments.courseId, courseId))
      .orderBy(payments.createdAt);
    return rows.map(({ feeCents }) => feeCents);
  };
  const from = (ms: number) => new Date(Date.now() + ms).toISOString();

  it("is fixed for a sale when its seat is held, and the next sale on any server gets the new one", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 20, maxStudents: 5 });
    const first = await addStudent(market.context);
    const { body } = await market.enroll(first, courseId);
    await set("platformFee", { rates: [{ percent: 25, from: from(-1) }], exceptions: [] });
    // The checkout that was opened before the change is paid after it.
    await market.pay(body.data.checkoutUrl);
    await market.enroll(await addStudent(market.context), courseId);
    expect(await feesOf(courseId)).toEqual([200, 500]);
    const ledger = await market.ledger();
    expect(ledger.charges.at(-1)).toMatchObject({ amount: 2000 });
    expect(readPlatformFee(market.context)).toBe(25);
  });

  it("begins on its date", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 20, maxStudents: 5 });
    await set("platformFee", { rates: [{ percent: 25, from: from(60_000) }], exceptions: [] });
    await market.enroll(await addStudent(market.context), courseId);
    expect(await feesOf(courseId)).toEqual([200]);
    expect(readPlatformFee(market.context)).toBe(10);
  });

  it("differs for a teacher with an exception, while pages show the standard one", async () => {
    const friend = await addSeller(market);
    const courseId = await addCourse(market.context, friend, { price: 20, maxStudents: 5 });
    await set("platformFee", {
      rates: [],
      exceptions: [{ teacherId: friend.profileId, percent: 4.5 }],
    });
    await market.enroll(await addStudent(market.context), courseId);
    expect(await feesOf(courseId)).toEqual([90]);
    const [read] = await startServers();
    expect(await read?.("/about")).toContain("A fee of 10 percent.");
  });
});

describe("the minimum price", () => {
  it("refuses new paid courses below it, even at a discount, and leaves published ones unchanged", async () => {
    const make = (course: object) =>
      market.call("POST", "/api/courses", {
        token: teacher.token,
        body: { ...courseInput(course), status: "published" },
      });
    const earlier = await make({ price: 3 });
    expect(earlier.status, earlier.body.message).toBe(201);
    await set("minimumPrice", 5);
    const refused = await make({ price: 4.99 });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      {
        field: "price",
        message: "The lowest price of a paid course is $5.00. Enter 0 for a free course.",
      },
    ]);
    const update = (body: object) =>
      market.call("PUT", `/api/courses/${earlier.body.data._id}`, { token: teacher.token, body });
    expect((await update({ title: "Another title" })).status).toBe(200);
    expect((await update({ price: 4 })).status).toBe(400);
    const discounted = await update({ price: 8, hasDiscount: true, discountPrice: 4 });
    expect(discounted.body.errors).toMatchObject([{ field: "discountPrice" }]);
    expect((await update({ price: 8, hasDiscount: true, discountPrice: 5 })).status).toBe(200);
  });
});

describe("closed sign-ups", () => {
  const signUp = (email: string) =>
    market.call("POST", "/api/auth/signup", {
      body: { name: "Amina", email, password: "a long enough password" },
    });

  it("reject new accounts with the same message for known and unknown addresses", async () => {
    const known = await addStudent(market.context);
    await set("signUps", { open: false });
    for (const email of [known.email, "new@example.org"]) {
      const answer = await signUp(email);
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe(
        "We aren't accepting new accounts at the moment. Existing accounts work as usual.",
      );
    }
    await set("signUps", { open: true });
    expect((await signUp("new@example.org")).status).toBe(201);
  });
});

describe("featured courses and students", () => {
  it("are those that staff chose, in their order and as far as they are public", async () => {
    const maker = await addTeacher(market.context);
    const course = (overrides: object) => addCourse(market.context, maker, overrides);
    const [one, two, draft] = [
      await course({ title: "One" }),
      await course({ title: "Two" }),
      await course({ title: "Draft", status: "draft" }),
    ];
    await set("featuredCourses", [two, draft, one]);
    const ids = (await listFeaturedCourses(market.context, 6)).map(({ _id }) => _id);
    expect(ids).toEqual([two, one]);
  });

  it("are chosen by the product if none of the chosen courses is public", async () => {
    const usual = (await listFeaturedCourses(market.context, 6)).map(({ _id }) => _id);
    expect(usual).not.toEqual([]);
    await set("featuredCourses", ["crs_missing"]);
    expect((await listFeaturedCourses(market.context, 6)).map(({ _id }) => _id)).toEqual(usual);
  });

  it("never show a child, even if staff choose one", async () => {
    const [adult, child] = [await addStudent(market.context), await addStudent(market.context)];
    await market.context.db
      .update(profiles)
      .set({ age: 12 })
      .where(eq(profiles.id, child.profileId));
    await set("featuredStudents", [child.profileId, adult.profileId]);
    const { body } = await market.call("GET", "/api/students/featured");
    expect(body.data.students.map(({ _id }: { _id: string }) => _id)).toEqual([adult.profileId]);
  });
});
