/** Checks the mail server's log-in, and the DNS records that other mail servers ask for. */
import type { Resolver } from "node:dns/promises";
import type { Config } from "#server/config/config.ts";
import { createMailer } from "#server/providers/mail/mail.ts";
import { type Finding, good, notice, problem, reasonOf, unchecked } from "./finding.ts";

export type TextResolver = Pick<Resolver, "resolveTxt">;

export async function checkMail(
  { mail }: Pick<Config, "mail">,
  resolver: TextResolver,
  dkimSelector: string | undefined,
): Promise<Finding[]> {
  if (mail.sandbox) {
    return [notice("The sandbox keeps all emails. Set SMTP_URL and MAIL_FROM to send them.")];
  }
  return [await checkLogIn(mail), ...(await checkRecords(mail.from, resolver, dkimSelector))];
}

async function checkLogIn({ smtpUrl, from }: Config["mail"]): Promise<Finding> {
  const mailer = createMailer({ smtpUrl, from, log: { debug: () => {} } });
  try {
    await mailer.verify();
    return good(`The mail server ${new URL(smtpUrl).host} accepts the log-in.`);
  } catch (error) {
    return problem(
      `The mail server in SMTP_URL can't be used: ${reasonOf(error)}. Check its host, port, user and password (special characters must be percent-encoded).`,
    );
  } finally {
    mailer.close();
  }
}

/** Without these records, mail servers treat emails of the domain as spam or reject them. */
async function checkRecords(
  from: string,
  resolver: TextResolver,
  dkimSelector: string | undefined,
): Promise<Finding[]> {
  const domain = /@([^\s>@]+)>?$/.exec(from.trim())?.[1];
  if (!domain) return [problem(`MAIL_FROM contains no email address: ${from}`)];
  return Promise.all([
    checkRecord(resolver, {
      host: domain,
      name: "SPF",
      pattern: /^v=spf1\b/i,
      advice:
        'Add a TXT record such as "v=spf1 include:mail.example -all", as your mail service says.',
    }),
    checkRecord(resolver, {
      host: `_dmarc.${domain}`,
      name: "DMARC",
      pattern: /^v=DMARC1\b/i,
      advice: `Add a TXT record such as "v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}".`,
    }),
    dkimSelector
      ? checkRecord(resolver, {
          host: `${dkimSelector}._domainkey.${domain}`,
          name: "DKIM",
          pattern: /(^|;)\s*p=[A-Za-z0-9+/]/,
          advice: "Add the public key that your mail service shows.",
        })
      : unchecked(
          "DKIM: set DKIM_SELECTOR to the selector that your mail service signs with, so that its key can be looked up.",
        ),
  ]);
}

interface WantedRecord {
  host: string;
  name: string;
  pattern: RegExp;
  advice: string;
}

async function checkRecord(
  resolver: TextResolver,
  { host, name, pattern, advice }: WantedRecord,
): Promise<Finding> {
  let records: string[];
  try {
    // A long record consists of several strings.
    records = (await resolver.resolveTxt(host)).map((parts) => parts.join(""));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTFOUND" && code !== "ENODATA") {
      return unchecked(`${name}: ${host} can't be looked up: ${reasonOf(error)}`);
    }
    records = [];
  }
  const found = records.filter((record) => pattern.test(record));
  if (found.length === 0) return problem(`${name}: ${host} has no such record. ${advice}`);
  // RFC 7208 and RFC 7489: with several records, there is no result.
  if (found.length > 1 && name !== "DKIM") {
    return problem(`${name}: ${host} has ${found.length} records, so none is valid. Keep one.`);
  }
  return good(`${name}: ${host} has a record.`);
}
