import { expect, test } from "vitest";
import { type BodyBudgetLimits, createBodyBudget } from "#server/gateway/limits/body-budget.ts";

/** A budget of 100 bytes, in which every body counts as large unless the limits say otherwise. */
function openBudget(limits: Partial<BodyBudgetLimits> = {}) {
  const budget = createBodyBudget({
    maxBytes: 100,
    maxBytesPerAddress: 100,
    maxSmallBytes: 0,
    ...limits,
  });
  const refused: string[] = [];
  return {
    refused,
    open: (address: string, name: string) => budget.open(address, () => refused.push(name)),
  };
}

test("the address with the most buffered bytes loses its largest body", () => {
  const { open, refused } = openBudget();
  open("1.1.1.1", "alone").add(45);
  open("2.2.2.2", "smaller").add(24);
  open("2.2.2.2", "larger").add(30);
  expect(refused).toEqual([]);
  open("3.3.3.3", "new").add(10);
  expect(refused).toEqual(["larger"]);
});

test("released and rejected bodies free their space", () => {
  const { open, refused } = openBudget();
  const first = open("1.1.1.1", "first");
  first.add(60);
  first.release();
  first.add(60);
  const second = open("1.1.1.1", "second");
  second.add(90);
  expect(refused).toEqual([]);
  open("2.2.2.2", "third").add(20);
  expect(refused).toEqual(["second"]);
  second.add(1_000);
  open("2.2.2.2", "fourth").add(80);
  expect(refused).toEqual(["second"]);
});

test("a complete body is never rejected, but still counts", () => {
  const { open, refused } = openBudget();
  const complete = open("1.1.1.1", "complete");
  complete.add(90);
  complete.complete();
  open("2.2.2.2", "late").add(20);
  expect(refused).toEqual(["late"]);
});

test("complete bodies count toward the share of their address", () => {
  const { open, refused } = openBudget({ maxBytesPerAddress: 50 });
  const complete = open("1.1.1.1", "complete");
  complete.add(45);
  complete.complete();
  open("1.1.1.1", "beyond the share").add(10);
  open("2.2.2.2", "of another address").add(50);
  expect(refused).toEqual(["beyond the share"]);
});

test("complete large bodies leave room for small ones of every address", () => {
  const { open, refused } = openBudget({ maxSmallBytes: 10 });
  const complete = open("1.1.1.1", "complete");
  complete.add(100);
  complete.complete();
  for (const address of ["1.1.1.1", "2.2.2.2"]) open(address, `small of ${address}`).add(10);
  expect(refused).toEqual([]);
});

test("small bodies are exempt from the share of their address until they become large", () => {
  const { open, refused } = openBudget({ maxBytesPerAddress: 20, maxSmallBytes: 10 });
  const growing = open("1.1.1.1", "growing");
  for (let i = 0; i < 5; i += 1) open("1.1.1.1", `small ${i}`).add(10);
  growing.add(10);
  expect(refused).toEqual([]);
  growing.add(11);
  expect(refused).toEqual(["growing"]);
});

test("when small bodies fill their budget, only the address with the most loses one", () => {
  const { open, refused } = openBudget({ maxSmallBytes: 10 });
  const flood = Array.from({ length: 10 }, (_, i) => open("1.1.1.1", `flood ${i}`));
  for (const share of flood) share.add(10);
  open("2.2.2.2", "log-in").add(5);
  expect(refused).toEqual(["flood 0"]);
  for (const share of flood) share.complete();
  open("2.2.2.2", "second log-in").add(10);
  expect(refused).toEqual(["flood 0"]);
});
