import { afterAll, beforeAll, expect, it } from "vitest";
import { addStaff, listStaff, removeStaff } from "#server/staff/members.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addAccount } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const author = { command: "operator" };

it("the last owner stays, and removing someone else ends their sessions", async () => {
  const { db } = app.context;
  const first = await addAccount(app.context, "First Owner");
  const second = await addAccount(app.context, "Second Owner");
  await addStaff(db, author, { email: first.email.toUpperCase(), role: "owner" });
  const lastOwner = "The last owner must stay";
  await expect(removeStaff(db, author, first)).rejects.toThrow(lastOwner);
  await expect(addStaff(db, author, { email: first.email, role: "support" })).rejects.toThrow(
    lastOwner,
  );
  await addStaff(db, author, { email: second.email, role: "owner" });
  const removals = await Promise.allSettled([
    removeStaff(db, author, first),
    removeStaff(db, author, second),
  ]);
  expect(removals.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [left] = await listStaff(db);
  const gone = left?.email === first.email ? second : first;
  const { status } = await app.call("GET", "/api/users/me/sessions", { token: gone.token });
  expect(status).toBe(401);
});

it("only people with an account can become staff", async () => {
  const { db } = app.context;
  await expect(
    addStaff(db, author, { email: "nobody@example.org", role: "owner" }),
  ).rejects.toThrow("No account has the address");
});
