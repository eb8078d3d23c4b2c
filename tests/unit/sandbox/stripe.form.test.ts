import { expect, test } from "vitest";
import { parseForm } from "#sandbox/stripe/http/form.ts";
import { fingerprint } from "#sandbox/stripe/http/idempotency.ts";

const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseForm(text)));

test("brackets in names become objects and lists", () => {
  expect(plain("a=1&b[c]=2&b[d][e]=3&f[0][g]=4&f[1][g]=5&h[]=6&h[]=7")).toEqual({
    a: "1",
    b: { c: "2", d: { e: "3" } },
    f: { 0: { g: "4" }, 1: { g: "5" } },
    h: { 0: "6", 1: "7" },
  });
});

test("text is decoded and kept unchanged", () => {
  expect(plain("name=Qur%27an+%26+tajweed&empty=&metadata%5Bk%5D=%F0%9F%8C%99")).toEqual({
    name: "Qur'an & tajweed",
    empty: "",
    metadata: { k: "🌙" },
  });
});

test("no name can reach an object's prototype", () => {
  parseForm("__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1");
  expect({}).not.toHaveProperty("polluted");
});

test("the order of parameters does not change the request", () => {
  const one = fingerprint(parseForm("a=1&b[c]=2&b[d]=3"));
  expect(fingerprint(parseForm("b[d]=3&b[c]=2&a=1"))).toBe(one);
  expect(fingerprint(parseForm("b[d]=3&b[c]=2&a=2"))).not.toBe(one);
});
