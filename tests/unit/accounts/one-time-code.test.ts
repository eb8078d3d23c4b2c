import { describe, expect, it } from "vitest";
import { oneTimeCode } from "#lib/accounts/accounts.ts";
import { findCode } from "#lib/accounts/one-time-code.ts";
import { normalizeDigits } from "#lib/text/digits.ts";

describe("normalizing digits", () => {
  it.each([
    ["123", "123"],
    ["١٢٣٤٥٦٧٨٩٠", "1234567890"],
    ["۱۲۳۴۵۶۷۸۹۰", "1234567890"],
    ["१२३", "123"],
    ["১২৩", "123"],
    ["１２３", "123"],
    ["a٣b", "a3b"],
  ])("turns '%s' into '%s'", (text, written) => {
    expect(normalizeDigits(text)).toBe(written);
  });
});

describe("finding the code in pasted text", () => {
  it.each([
    ["123456", "123456"],
    [" 123 456\n", "123456"],
    ["123-456", "123456"],
    ["1 2 3 4 5 6", "123456"],
    ["١٢٣ ٤٥٦", "123456"],
    ["Your code: 123456. It is valid for 10 minutes.", "123456"],
    ["Order of 2026: your code is 123456", "123456"],
    ["12", "12"],
    ["1234567890", "123456"],
    ["no digits", ""],
    ["", ""],
  ])("reads '%s' as '%s'", (text, code) => {
    expect(findCode(text)).toBe(code);
  });
});

describe("a code sent to the API", () => {
  it.each(["123456", " 123456 ", "١٢٣٤٥٦", "１２３４５６"])("can be '%s'", (text) => {
    expect(oneTimeCode.safeParse(text).data).toBe("123456");
  });

  it.each([
    ["", "OTP code is required."],
    ["   ", "OTP code is required."],
    [undefined, "OTP code is required."],
    [123456, "OTP code is required."],
    [["123456"], "OTP code is required."],
    ["12345", "OTP must be 6 digits."],
    ["1234567", "OTP must be 6 digits."],
    ["12a456", "OTP must be 6 digits."],
    ["123 456", "OTP must be 6 digits."],
  ])("cannot be %j: %s", (value, message) => {
    expect(oneTimeCode.safeParse(value).error?.issues[0]?.message).toBe(message);
  });
});
