import { count, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUps, users } from "#server/db/tables/accounts.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import {
  type Browser,
  createBrowser,
  join,
  newEmail,
  otherCode,
  password,
  readCode,
} from "./browser.ts";

const anotherPassword = "nine lanterns over the bay";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());

/**
 * Signs up and waits until the email is sent, so that emails arrive in the order of the requests.
 */
async function signUp(
  email: string,
  chosen = password,
  browser = createBrowser(app),
  name = "Amina Yusuf",
) {
  const answer = await browser.post("/signup", { name, email, password: chosen });
  await app.context.jobs.drain();
  return answer;
}

const logIn = (email: string, chosen: string) =>
  createBrowser(app).post("/login", { email, password: chosen });

async function mailsTo(email: string) {
  await app.context.jobs.drain();
  return app.mails.filter(({ to }) => to === email);
}

describe("signing up", () => {
  test("creates no account before the address is verified", async () => {
    const email = newEmail();
    await signUp(email);
    const rows = await app.context.db.select().from(users).where(eq(users.email, email));
    expect(rows).toEqual([]);
  });

  test("accepts upper and lower case in the address, and stores it in lower case", async () => {
    const email = newEmail("Mixed.Case");
    await signUp(email.toUpperCase());
    const answer = await createBrowser(app).post("/verify", {
      email: ` ${email} `,
      code: await readCode(app, email.toLowerCase()),
    });
    expect(answer.body.data.user.email).toBe(email.toLowerCase());
  });

  test("names every invalid field with the error texts from the specification", async () => {
    const answer = await createBrowser(app).post("/signup", {
      name: " ",
      email: "nobody",
      password: "short",
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: "name", message: "Name is required." },
      { field: "email", message: "Please enter a valid email." },
      { field: "password", message: "Password must be at least 6 characters long." },
    ]);
  });

  test.each(["123456", "password", "iloveyou", "Football", "MONKEY"])(
    "rejects the common password %s",
    async (common) => {
      const answer = await signUp(newEmail(), common);
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].field).toBe("password");
    },
  );

  test.each([
    ["spaces around it", "  two spaces around  "],
    ["Arabic letters", "بسم الله الرحمن الرحيم"],
    ["emoji", "🌙🌙🌙🌙🌙🌙"],
    ["200 characters", "long ".repeat(40)],
  ])("accepts a password with %s unchanged", async (_, chosen) => {
    const email = newEmail();
    await signUp(email, chosen);
    await createBrowser(app).post("/verify", { email, code: await readCode(app, email) });
    expect((await logIn(email, chosen)).status).toBe(200);
    expect((await logIn(email, `${chosen} `)).status).toBe(401);
    if (chosen.trim() !== chosen) expect((await logIn(email, chosen.trim())).status).toBe(401);
  });

  test("treats passwords as equal however their characters are composed", async () => {
    const email = newEmail();
    await signUp(email, "caf\u00e9 au lait");
    await createBrowser(app).post("/verify", { email, code: await readCode(app, email) });
    expect((await logIn(email, "cafe\u0301 au lait")).status).toBe(200);
  });

  test("ignores unknown fields", async () => {
    const email = newEmail();
    const browser = createBrowser(app);
    const body = `{"name":"A","email":"${email}","password":"${password}","id":"usr_mine","role":"teacher","verified":true,"__proto__":{"appKey":"x"}}`;
    expect((await browser.post("/signup", body, jsonType)).status).toBe(201);
    const answer = await browser.post("/verify", { email, code: await readCode(app, email) });
    expect(answer.body.data.user.id).not.toBe("usr_mine");
  });
});

const jsonType = { headers: { "content-type": "application/json" } };

describe("a taken email address", () => {
  test("gets the same response as an available one, and an email that says it is taken", async () => {
    const { email } = await join(app);
    await app.context.jobs.drain();
    const taken = await signUp(email, anotherPassword);
    const freeEmail = newEmail();
    const free = await signUp(freeEmail);
    expect(taken.status).toBe(free.status);
    expect(taken.body).toEqual({ ...free.body, data: { email, resendAfter: 0 } });
    const names = (answer: typeof taken) =>
      answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, ""));
    expect(names(taken)).toEqual(names(free));
    expect((await mailsTo(email)).at(-1)?.subject).toBe("You already have a Halaqa account");
  });

  test("keeps its password, and no code from the new request works", async () => {
    const { email } = await join(app);
    await signUp(email, anotherPassword);
    expect((await logIn(email, password)).status).toBe(200);
    // The response must be the same as for an unused address, so that nobody learns that it is
    // taken.
    const free = newEmail();
    await signUp(free, anotherPassword);
    const refused = await logIn(email, anotherPassword);
    expect([refused.status, refused.body]).toEqual([
      403,
      (await logIn(free, anotherPassword)).body,
    ]);
    expect(refused.headers.getSetCookie().join()).not.toMatch(/session|device/);
    const mails = await mailsTo(email);
    expect(mails.at(-1)?.text).not.toMatch(/\d{6}/);
  });
});

describe("signing up with another person's address", () => {
  const attack = (email: string, browser: Browser) =>
    signUp(email, anotherPassword, browser, "Stranger");

  test.each([
    { order: "before", cookies: true },
    { order: "after", cookies: true },
    { order: "before", cookies: false },
    { order: "after", cookies: false },
  ])(
    "gives a stranger no access when it happens $order the owner's sign-up (cookies: $cookies)",
    async ({ order, cookies }) => {
      const email = newEmail("owner");
      const stranger = createBrowser(app);
      const owner = createBrowser(app);
      const ownersTurn = async () => {
        await signUp(email, password, owner);
        return readCode(app, email);
      };
      if (order === "before") await attack(email, stranger);
      const code = await ownersTurn();
      if (order === "after") await attack(email, stranger);

      const verifier = cookies ? owner : createBrowser(app);
      const answer = await verifier.post("/verify", { email, code });
      // Without the cookie, the server can't know which of the two requests is meant.
      expect(answer.status).toBe(cookies ? 200 : 400);
      expect((await logIn(email, anotherPassword)).status).not.toBe(200);
      if (cookies) {
        expect(answer.body.data.user.name).toBe("Amina Yusuf");
        expect((await logIn(email, password)).status).toBe(200);
        expect((await logIn(email, anotherPassword)).status).toBe(401);
      }
    },
  );

  test("gives a stranger no access when the owner enters the stranger's code", async () => {
    const email = newEmail("owner");
    const stranger = createBrowser(app);
    await attack(email, stranger);
    const strangersCode = await readCode(app, email);
    const owner = createBrowser(app);
    await signUp(email, password, owner);
    const ownCode = await readCode(app, email);
    const typed = await owner.post("/verify", { email, code: strangersCode });
    // The two codes are equal once in a million runs.
    if (strangersCode !== ownCode) expect(typed.status).toBe(400);
    expect((await logIn(email, anotherPassword)).status).not.toBe(200);
  });

  test("cannot be verified after the owner has verified the address", async () => {
    const email = newEmail("owner");
    const stranger = createBrowser(app);
    await attack(email, stranger);
    const strangersCode = await readCode(app, email);
    await join(app, email);
    const late = await stranger.post("/verify", { email, code: strangersCode });
    expect(late.status).toBe(400);
    const [left] = await app.context.db
      .select({ number: count() })
      .from(signUps)
      .where(eq(signUps.email, email));
    expect(left?.number).toBe(0);
  });

  test("does not stop two people who share a browser from each verifying their own address", async () => {
    const browser = createBrowser(app);
    const [first, second] = [newEmail(), newEmail()];
    await signUp(first, password, browser);
    await signUp(second, anotherPassword, browser);
    for (const email of [first, second]) {
      const answer = await browser.post("/verify", { email, code: await readCode(app, email) });
      expect(answer.status).toBe(200);
      expect(answer.body.data.user.email).toBe(email);
    }
  });
});

describe("verification without the cookie", () => {
  test("works while one request is pending", async () => {
    const email = newEmail();
    await signUp(email);
    const answer = await createBrowser(app).post("/verify", {
      email,
      code: await readCode(app, email),
    });
    expect(answer.status).toBe(200);
  });

  test("works while several requests with the same password are pending", async () => {
    const email = newEmail();
    await signUp(email);
    const code = await readCode(app, email);
    await signUp(email);
    const answer = await createBrowser(app).post("/verify", { email, code });
    expect(answer.status).toBe(200);
  });

  test("works with a code that was sent again", async () => {
    const email = newEmail();
    await signUp(email);
    const first = await readCode(app, email);
    const resent = await createBrowser(app).post("/resend", { email });
    expect(resent.body).toEqual({
      success: true,
      status: "success",
      data: { resendAfter: 0 },
      message: "A new OTP has been sent to your email.",
    });
    const again = await readCode(app, email);
    const code = again === first ? otherCode(again) : again;
    expect((await createBrowser(app).post("/verify", { email, code })).status).toBe(200);
  });
});

test("starting over in the same browser replaces the pending sign-up", async () => {
  const email = newEmail();
  const browser = createBrowser(app);
  await signUp(email, password, browser);
  const oldCode = await readCode(app, email);
  await signUp(email, anotherPassword, browser);
  const newCode = await readCode(app, email);
  if (oldCode !== newCode) {
    expect((await browser.post("/verify", { email, code: oldCode })).status).toBe(400);
  }
  expect((await browser.post("/verify", { email, code: newCode })).status).toBe(200);
  expect((await logIn(email, anotherPassword)).status).toBe(200);
});

test("parallel sign-ups for one address result in one account", async () => {
  const email = newEmail();
  const browsers = Array.from({ length: 4 }, () => createBrowser(app));
  const codes: string[] = [];
  for (const browser of browsers) {
    await signUp(email, password, browser);
    codes.push(await readCode(app, email));
  }
  const answers = await Promise.all(
    browsers.map((browser, index) => browser.post("/verify", { email, code: codes[index] })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  const rows = await app.context.db.select().from(users).where(eq(users.email, email));
  expect(rows).toHaveLength(1);
});
