/** In which country a teacher is paid, as Stripe's API and our own show it. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { addCourse } from "../../../support/courses.ts";
import { findSeats } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import { addStudent, addTeacher, type Person } from "../../../support/people.ts";

const { market } = await openMarket({ RATE_LIMIT_FACTOR: "1000" });
const { stripe } = market.context;

afterEach(() => vi.restoreAllMocks());

const setUp = (teacher: Person, body?: object) =>
  market.call("POST", "/api/connect/accounts/setup", {
    token: teacher.token,
    ...(body && { body }),
  });
const current = async (teacher: Person) =>
  (await market.call("GET", "/api/connect/accounts/current", { token: teacher.token })).body.data;
const standing = async (teacher: Person) =>
  (await market.call("GET", "/api/connect/accounts/standing", { token: teacher.token })).body.data;

/** Completes Stripe's page. */
const complete = (link: string) =>
  fetch(`${market.sandboxUrl}${new URL(link).pathname}/complete`, {
    method: "POST",
    redirect: "manual",
  });

async function addPaidTeacher(country: string) {
  const teacher = await addTeacher(market.context);
  const { body } = await setUp(teacher, { country });
  await complete(body.data.result.accountLink);
  await current(teacher);
  return teacher;
}

/** A student who has paid for a course of the teacher. */
async function sell(teacher: Person, price = 20) {
  const courseId = await addCourse(market.context, teacher, { price });
  const student = await addStudent(market.context);
  const { body } = await market.enroll(student, courseId);
  await market.call("GET", await market.pay(body.data.checkoutUrl));
  await vi.waitFor(async () => {
    const [seat] = await findSeats(market, student, courseId);
    expect(seat).toMatchObject({ enrollment: "enrolled", payment: "paid" });
  });
  return courseId;
}

describe("the setup of a payment account", () => {
  it.each([
    ["GB", { card_payments: { requested: true }, transfers: { requested: true } }, undefined],
    ["PK", { transfers: { requested: true } }, { service_agreement: "recipient" }],
  ])(
    "sends the country %s, and requests only what its agreement allows",
    async (country, capabilities, tos) => {
      const create = vi.spyOn(stripe.accounts, "create");
      const teacher = await addTeacher(market.context);
      expect((await setUp(teacher, { country })).status).toBe(200);
      const sent = create.mock.calls[0]?.[0];
      expect(sent).toMatchObject({
        country,
        capabilities,
        settings: { payouts: { statement_descriptor: "HALAQA" } },
      });
      expect(sent?.capabilities).toEqual(capabilities);
      expect(sent?.tos_acceptance).toEqual(tos);
    },
  );

  it("sends the platform's country if the teacher names none", async () => {
    const create = vi.spyOn(stripe.accounts, "create");
    const teacher = await addTeacher(market.context);
    await setUp(teacher);
    expect(create.mock.calls[0]?.[0]).toMatchObject({ country: "US" });
    expect(await standing(teacher)).toMatchObject({ country: "US", agreement: "full" });
  });

  it("refuses a country that doesn't exist", async () => {
    const answer = await setUp(await addTeacher(market.context), { country: "XX" });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: "country", message: "Please choose the country where you get paid." },
    ]);
  });

  it("refuses a country to which sanctions prohibit payments, and keeps the account elsewhere", async () => {
    const teacher = await addTeacher(market.context);
    expect((await setUp(teacher, { country: "IN" })).status).toBe(200);
    for (const country of ["IR", "KP"]) {
      const answer = await setUp(teacher, { country, replace: true });
      expect(answer.status).toBe(409);
      expect(answer.body.message).toContain("Sanctions prohibit us from paying anyone");
    }
    expect(await standing(teacher)).toMatchObject({ country: "IN", standing: "active" });
  });

  it("explains to the teacher that Stripe refuses a country", async () => {
    const refused = Object.assign(await refusalOf({ country: "CU" }), {});
    vi.spyOn(stripe.accounts, "create").mockRejectedValue(refused);
    const answer = await setUp(await addTeacher(market.context), { country: "EG" });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe(
      "Stripe doesn't open accounts in this country at the moment. Choose another country if you have a bank account there, or contact us.",
    );
  });
});

describe("two setups at the same moment", () => {
  it("in different countries keep one, and the other request gets an error", async () => {
    const teacher = await addTeacher(market.context);
    const countries = ["GB", "EG"];
    const answers = await Promise.all(countries.map((country) => setUp(teacher, { country })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const made = countries[answers.findIndex(({ status }) => status === 200)];
    expect(await standing(teacher)).toMatchObject({ country: made });
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toContain(
      "You already have a payment account in another country",
    );
  });

  it("in the same country lead to the same account", async () => {
    const create = vi.spyOn(stripe.accounts, "create");
    const teacher = await addTeacher(market.context);
    const answers = await Promise.all(["GB", "GB"].map((country) => setUp(teacher, { country })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const keys = create.mock.calls.map(([, options]) => options?.idempotencyKey);
    expect(new Set(keys).size).toBe(1);
  });

  it("never lead to the page of an account that was replaced in the meantime", async () => {
    const teacher = await addTeacher(market.context);
    const create = stripe.accounts.create.bind(stripe.accounts);
    vi.spyOn(stripe.accounts, "create").mockImplementationOnce(async (...given) => {
      const made = await create(...given);
      expect((await setUp(teacher, { country: "EG" })).status).toBe(200);
      return made;
    });
    expect((await setUp(teacher, { country: "GB" })).status).toBe(409);
    expect(await standing(teacher)).toMatchObject({ country: "EG" });
  });
});

describe("an account of a recipient", () => {
  it("can take paid enrollments, although it can't charge anyone itself", async () => {
    const teacher = await addPaidTeacher("EG");
    const account = await current(teacher);
    expect(account).toMatchObject({ details_submitted: true, charges_enabled: true });
    const atStripe = await stripe.accounts.retrieve(account.id);
    expect(atStripe.charges_enabled).toBe(false);
    await sell(teacher);
    const { charges } = await market.ledger();
    const charge = await stripe.charges.retrieve(charges.at(-1)?.id ?? "", {
      expand: ["transfer"],
    });
    expect(charge.transfer).toMatchObject({ destination: account.id });
  });
});

describe("a teacher in the wrong country", () => {
  it("isn't moved by accident, and gets a new account when the old one is replaced", async () => {
    const teacher = await addPaidTeacher("GB");
    const first = await current(teacher);
    await sell(teacher);
    const answer = await setUp(teacher, { country: "PK" });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toContain("To change the country, replace the account.");
    expect(await current(teacher)).toEqual(first);

    const { body } = await setUp(teacher, { country: "PK", replace: true });
    expect(await standing(teacher)).toMatchObject({ standing: "unfinished", country: "PK" });
    await complete(body.data.result.accountLink);
    const second = await current(teacher);
    expect(second).toMatchObject({ charges_enabled: true });
    expect(second.id).not.toBe(first.id);
    await sell(teacher);
    expect((await market.ledger()).charges).not.toHaveLength(0);
    expect(await standing(teacher)).toMatchObject({ standing: "active", agreement: "recipient" });
  });

  it("gets one new account, even if the old one is replaced twice at once", async () => {
    const teacher = await addPaidTeacher("GB");
    const replace = () => setUp(teacher, { country: "EG", replace: true });
    const answers = await Promise.all([replace(), replace(), replace()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const created: (string | undefined)[] = [];
    for await (const { metadata, country } of stripe.accounts.list({ limit: 100 })) {
      if (metadata?.teacherId === teacher.profileId) created.push(country);
    }
    expect(created.sort()).toEqual(["EG", "GB"]);
  });
});

/** The provider's error for a refused account. */
async function refusalOf(request: object): Promise<Error> {
  try {
    await stripe.accounts.create({ capabilities: { transfers: { requested: true } }, ...request });
  } catch (error) {
    return error as Error;
  }
  throw new Error("The provider accepted the account");
}

describe("like Stripe, the sandbox refuses", () => {
  const recipient = { tos_acceptance: { service_agreement: "recipient" } };
  const cards = { card_payments: { requested: true }, transfers: { requested: true } };

  it.each([
    [
      "a country without Stripe",
      { country: "CU", capabilities: cards },
      "CU is not currently supported by Stripe.",
    ],
    [
      "card payments for a recipient",
      { country: "PK", capabilities: cards, ...recipient },
      "Accounts under the `recipient` service agreement can't request the `card_payments` capability.",
    ],
    [
      "the full agreement across borders",
      { country: "PK", capabilities: cards },
      "Connected accounts in PK can't be created by platforms in US under the `full` service agreement.",
    ],
    [
      "transfers without card payments under the full agreement",
      { country: "US" },
      "You cannot request the `transfers` capability without the `card_payments` capability for accounts in US.",
    ],
  ])("%s", async (_, request, message) => {
    expect((await refusalOf(request)).message).toContain(message);
  });

  it("a charge with a fee to a recipient in a country where Stripe doesn't support it", async () => {
    const { id } = await stripe.accounts.create({
      country: "IN",
      capabilities: { transfers: { requested: true } },
      ...(recipient as object),
    });
    const charge = stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "usd", unit_amount: 2000, product_data: { name: "Course" } },
        },
      ],
      payment_intent_data: { transfer_data: { destination: id }, application_fee_amount: 200 },
      success_url: "https://learn.example/done",
    });
    await expect(charge).rejects.toThrow(
      "Stripe doesn't currently support application fees for platforms in US with connected accounts in IN.",
    );
  });
});
