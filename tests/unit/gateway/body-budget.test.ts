import { expect, test } from "vitest";
import { createBodyBudget } from "#server/gateway/limits/body-budget.ts";

function openBudget(maxBytes: number) {
  const budget = createBodyBudget(maxBytes);
  const refused: string[] = [];
  return {
    refused,
    open: (address: string, name: string) => budget.open(address, () => refused.push(name)),
  };
}

test("the address with the most buffered bytes loses its largest body", () => {
  const { open, refused } = openBudget(100);
  open("1.1.1.1", "alone").add(45);
  open("2.2.2.2", "smaller").add(24);
  open("2.2.2.2", "larger").add(30);
  expect(refused).toEqual([]);
  open("3.3.3.3", "new").add(10);
  expect(refused).toEqual(["larger"]);
});

test("released and rejected bodies free their space", () => {
  const { open, refused } = openBudget(100);
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
  const { open, refused } = openBudget(100);
  const complete = open("1.1.1.1", "complete");
  complete.add(90);
  complete.complete();
  open("2.2.2.2", "late").add(20);
  expect(refused).toEqual(["late"]);
});
