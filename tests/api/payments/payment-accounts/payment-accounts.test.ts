import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addSeller, createMarket, type Market } from "../../../support/market.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../../support/people.ts";

let market: Market;

beforeAll(async () => {
  market = await createMarket();
});
afterEach(() => market.clearFaults());
afterAll(() => market.close());

const setUp = (person: { token: string }) =>
  market.call("POST", "/api/connect/accounts/setup", { token: person.token });
const current = (person: { token: string }) =>
  market.call("GET", "/api/connect/accounts/current", { token: person.token });

/** Completes the form on the provider's page, or leaves it incomplete. */
const answerQuestions = (accountLink: string, button: "complete" | "incomplete") =>
  fetch(`${accountLink}/${button}`, { method: "POST", redirect: "manual" });

async function updatedEvent(teacher: Person): Promise<object> {
  const { id } = (await current(teacher)).body.data;
  const events = (await market.events("account.updated")) as {
    data: { object: { id: string; charges_enabled: boolean } };
  }[];
  const event = events.find(({ data }) => data.object.id === id);
  if (!event) throw new Error(`Nothing was said about ${id}`);
  return event;
}

it("setting up an account leads to the provider's page, and the account is approved once that page is completed", async () => {
  const teacher = await addTeacher(market.context);
  const none = await current(teacher);
  expect(none.status).toBe(404);
  expect(none.body.message).toContain("not found");

  const setup = await setUp(teacher);
  expect(setup.status).toBe(200);
  const { accountLink } = setup.body.data.result;
  expect(accountLink).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/onboarding\/acct_/);
  expect((await current(teacher)).body.data).toEqual({
    id: expect.stringMatching(/^acct_/),
    details_submitted: false,
    charges_enabled: false,
  });

  await answerQuestions(accountLink, "incomplete");
  expect((await current(teacher)).body.data.details_submitted).toBe(false);

  const done = await answerQuestions(
    (await setUp(teacher)).body.data.result.accountLink,
    "complete",
  );
  expect(done.headers.get("location")).toMatch(`${market.config.appUrl}/add-course`);
  expect((await current(teacher)).body.data).toMatchObject({
    details_submitted: true,
    charges_enabled: true,
  });
});

it("ten simultaneous setups create one account", async () => {
  const teacher = await addTeacher(market.context);
  const before = (await market.ledger()).accounts.length;
  const answers = await Promise.all(Array.from({ length: 10 }, () => setUp(teacher)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await market.ledger()).accounts).toHaveLength(before + 1);
});

it.each(["status-500", "drop-response"] as const)(
  "a setup during the fault %s is answered with 503 and creates one account in the end",
  async (fault) => {
    const teacher = await addTeacher(market.context);
    const before = (await market.ledger()).accounts.length;
    await market.fault({ fault, match: "/v1/accounts", times: 10 });
    const answer = await setUp(teacher);
    expect(answer.status).toBe(503);
    expect(answer.body.message).toBe("Failed to set up Connect account");
    expect(answer.headers.has("retry-after")).toBe(true);
    await market.clearFaults();
    expect((await setUp(teacher)).status).toBe(200);
    expect((await market.ledger()).accounts).toHaveLength(before + 1);
  },
);

it("a setup reports when only the link could not be created", async () => {
  const teacher = await addTeacher(market.context);
  await market.fault({ fault: "status-500", match: "/v1/account_links", times: 10 });
  expect(await setUp(teacher)).toMatchObject({
    status: 503,
    body: { message: "Failed to generate Connect account setup link" },
  });
});

it("an account's state is unknown while the provider is unavailable, unless the account was approved before", async () => {
  const waiting = await addTeacher(market.context);
  await setUp(waiting);
  const accepted = await addSeller(market);
  await market.fault({ fault: "status-500", match: "/v1/accounts", times: 10 });
  expect(await current(waiting)).toMatchObject({
    status: 503,
    body: { message: "Failed to check Connect account status" },
  });
  expect((await current(accepted)).body.data.charges_enabled).toBe(true);
});

it("the provider's state is trusted over the content and order of events", async () => {
  const teacher = await addSeller(market);
  const stale = await updatedEvent(teacher);
  const lie = { ...stale, id: "evt_lie", data: { object: { id: "acct_other" } } };
  for (const event of [stale, lie]) {
    expect((await market.deliver(event)).status).toBe(200);
  }
  expect((await current(teacher)).body.data.charges_enabled).toBe(true);
});

it("payment accounts are available to teachers only", async () => {
  const student = await addStudent(market.context);
  const newcomer = await addAccount(market.context);
  for (const person of [student, newcomer]) {
    expect((await setUp(person)).status).toBe(403);
    expect((await current(person)).status).toBe(403);
  }
  expect((await market.call("POST", "/api/connect/accounts/setup")).status).toBe(401);
  expect((await market.call("GET", "/api/connect/accounts/current")).status).toBe(401);
});
