import { describe, expect, test } from "vitest";
import { readCookie, readSignedValue, signValue } from "#server/accounts/sessions/cookies.ts";
import {
  createSessionToken,
  nextSessionToken,
  readSessionToken,
} from "#server/accounts/sessions/session-token.ts";
import { getConfig } from "#server/config/config.ts";

const secrets = {
  appSecret: "a secret for tests",
  stripeSecretKey: "unused",
  stripeWebhookSecret: "unused",
  zoomClientId: "unused",
  zoomClientSecret: "unused",
  zoomWebhookSecret: "unused",
};
const config = getConfig({}, secrets);
const otherConfig = getConfig({}, { ...secrets, appSecret: "another secret" });

describe("a cookie", () => {
  test("is found among others", () => {
    expect(readCookie(config, "theme=dark; halaqa-session=abc; x=1", "session")).toBe("abc");
  });

  test("is not found under a similar name, with an empty value, or without any cookies", () => {
    for (const header of [undefined, null, "", "halaqa-session2=abc", "halaqa-session="]) {
      expect(readCookie(config, header, "session")).toBeUndefined();
    }
  });

  test("set over HTTP is not accepted over HTTPS", () => {
    expect(readCookie({ https: true }, "halaqa-session=abc", "session")).toBeUndefined();
    expect(readCookie({ https: true }, "__Host-halaqa-session=abc", "session")).toBe("abc");
  });
});

describe("a signed value", () => {
  const signed = signValue(config, "device", "value", "a@example.org");

  test("can be read with the same secret, purpose and binding", () => {
    expect(readSignedValue(config, "device", signed, "a@example.org")).toBe("value");
  });

  test("is rejected when the secret, the purpose, the binding or the value has changed", () => {
    expect(readSignedValue(otherConfig, "device", signed, "a@example.org")).toBeUndefined();
    expect(readSignedValue(config, "sign-up", signed, "a@example.org")).toBeUndefined();
    expect(readSignedValue(config, "device", signed, "b@example.org")).toBeUndefined();
    expect(readSignedValue(config, "device", `x${signed}`, "a@example.org")).toBeUndefined();
  });

  test.each([undefined, "", ".", "value", ".tag", "value."])("is rejected as %j", (value) => {
    expect(readSignedValue(config, "device", value)).toBeUndefined();
  });
});

describe("a session token", () => {
  const token = createSessionToken(config, "ses_1");

  test("and its successor identify the same session", () => {
    expect(readSessionToken(config, token)).toBe("ses_1");
    expect(readSessionToken(config, nextSessionToken(config, token))).toBe("ses_1");
  });

  test("has one successor, which requires the application secret", () => {
    const next = nextSessionToken(config, token);
    expect(next).not.toBe(token);
    expect(nextSessionToken(config, token)).toBe(next);
    expect(nextSessionToken(otherConfig, token)).not.toBe(next);
  });

  test("cannot be moved to another session or forged with another secret", () => {
    expect(readSessionToken(config, token.replace("ses_1", "ses_2"))).toBeUndefined();
    expect(readSessionToken(otherConfig, token)).toBeUndefined();
  });
});
