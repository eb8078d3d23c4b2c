import { expect, test } from "vitest";
import type { Finding } from "../../../../scripts/doctor/finding.ts";
import { checkMail, type TextResolver } from "../../../../scripts/doctor/mail.ts";
import { startMailWorld } from "../../sandbox/mail-world.ts";

const goodRecords: Record<string, string[]> = {
  "halaqa.example": ["v=spf1 include:mail.example -all", "site-verification=1"],
  "_dmarc.halaqa.example": ["v=DMARC1; p=quarantine"],
  "mail._domainkey.halaqa.example": ["v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0"],
};

/** A DNS server with these TXT records. */
function resolverOf(records: Record<string, string[]>): TextResolver {
  return {
    async resolveTxt(host) {
      const found = records[host];
      if (!found)
        throw Object.assign(new Error(`queryTxt ENOTFOUND ${host}`), { code: "ENOTFOUND" });
      // Servers split long records.
      return found.map((record) => [record.slice(0, 12), record.slice(12)]);
    },
  };
}

const settingsFor = (smtpPort: number) => ({
  mail: {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    from: "Halaqa <no-reply@halaqa.example>",
    sandbox: false,
  },
});

const problems = (findings: Finding[]) =>
  findings.filter(({ outcome }) => outcome === "problem").map(({ text }) => text);

test("the mail check finds nothing wrong with correct settings", async () => {
  const { smtpPort } = await startMailWorld();
  const findings = await checkMail(settingsFor(smtpPort), resolverOf(goodRecords), "mail");
  expect(findings.map(({ outcome }) => outcome)).toEqual(["good", "good", "good", "good"]);
});

test("the mail check reports a mail server that can't be used", async () => {
  const findings = await checkMail(settingsFor(9), resolverOf(goodRecords), "mail");
  expect(problems(findings)).toEqual([
    expect.stringContaining("The mail server in SMTP_URL can't be used"),
  ]);
});

test.each([
  ["halaqa.example", "SPF: halaqa.example has no such record."],
  ["_dmarc.halaqa.example", "DMARC: _dmarc.halaqa.example has no such record."],
  ["mail._domainkey.halaqa.example", "DKIM: mail._domainkey.halaqa.example has no such record."],
])("the mail check says that the record of %s is missing", async (host, text) => {
  const { smtpPort } = await startMailWorld();
  const { [host]: _, ...others } = goodRecords;
  const findings = await checkMail(settingsFor(smtpPort), resolverOf(others), "mail");
  expect(problems(findings)).toEqual([expect.stringContaining(text)]);
});

test("the mail check rejects two SPF records, because then neither is valid", async () => {
  const { smtpPort } = await startMailWorld();
  const records = { ...goodRecords, "halaqa.example": ["v=spf1 -all", "v=spf1 mx -all"] };
  const findings = await checkMail(settingsFor(smtpPort), resolverOf(records), "mail");
  expect(problems(findings)).toEqual([
    "SPF: halaqa.example has 2 records, so none is valid. Keep one.",
  ]);
});

test("the mail check rejects a revoked DKIM key", async () => {
  const { smtpPort } = await startMailWorld();
  const records = { ...goodRecords, "mail._domainkey.halaqa.example": ["v=DKIM1; p="] };
  const findings = await checkMail(settingsFor(smtpPort), resolverOf(records), "mail");
  expect(problems(findings)).toEqual([expect.stringContaining("DKIM: ")]);
});

test("the mail check says what it needs to look up a DKIM key", async () => {
  const { smtpPort } = await startMailWorld();
  const findings = await checkMail(settingsFor(smtpPort), resolverOf(goodRecords), undefined);
  expect(findings.at(-1)).toEqual({
    outcome: "unchecked",
    text: expect.stringContaining("set DKIM_SELECTOR"),
  });
});
