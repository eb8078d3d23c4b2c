import type { ReactNode } from "react";
import type { CredentialsView } from "#lib/people/people.responses.ts";
import { isolated, listIsolated } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/staff-vetting.ts";

const t = getTexts("staffVetting");

interface CredentialsProps {
  credentials: CredentialsView;
  /** Whether the lists are part of a panel, instead of being panels. */
  isNested?: boolean;
}

/** What the teacher has entered, with the links to the issuers. */
export function Credentials({ credentials, isNested = false }: CredentialsProps) {
  const { ijazahs, certifications, educationBackground } = credentials;
  const isEmpty = ijazahs.length + certifications.length + educationBackground.length === 0;
  if (isEmpty) {
    return (
      <p className={`muted text-sm ${isNested ? "" : "panel p-5"}`}>{t("credentials.none")}</p>
    );
  }
  return (
    <div className={`grid items-start md:grid-cols-2 ${isNested ? "gap-4 py-3" : "gap-6"}`}>
      <List title={t("credentials.ijazahs")} isNested={isNested}>
        {ijazahs.map(({ reading, year, chain, verificationUrl }) => (
          <Entry key={`${reading} ${year}`} name={reading} url={verificationUrl}>
            <p className="muted tabular">{year}</p>
            <p className="muted text-xs">{t("credentials.chain")}</p>
            <ol className="grid list-decimal gap-0.5 ps-5">
              {chain.map((each) => (
                <li key={each}>
                  <bdi>{each}</bdi>
                </li>
              ))}
            </ol>
          </Entry>
        ))}
      </List>
      <List title={t("credentials.certificates")} isNested={isNested}>
        {certifications.map(({ name, issuingAuthority, year, verificationUrl }) => (
          <Entry key={`${name} ${year}`} name={name} url={verificationUrl}>
            <p className="muted tabular">{listIsolated([issuingAuthority, String(year)])}</p>
          </Entry>
        ))}
      </List>
      <List title={t("credentials.education")} isNested={isNested}>
        {educationBackground.map(({ degree, major, institution, year }) => (
          <Entry
            key={`${degree} ${institution} ${year}`}
            name={major ? listIsolated([degree, major]) : isolated(degree)}
          >
            <p className="muted tabular">{listIsolated([institution, String(year)])}</p>
          </Entry>
        ))}
      </List>
    </div>
  );
}

interface ListProps {
  title: string;
  isNested: boolean;
  children: ReactNode[];
}

function List({ title, isNested, children }: ListProps) {
  if (children.length === 0) return null;
  const Heading = isNested ? "h3" : "h2";
  return (
    <section className={`grid min-w-0 ${isNested ? "gap-1.5" : "panel gap-3 p-5"}`}>
      <Heading className={isNested ? "text-sm" : "text-base"}>{title}</Heading>
      <ul className="grid gap-4 text-sm">{children}</ul>
    </section>
  );
}

interface EntryProps {
  name: string;
  url?: string | undefined;
  children: ReactNode;
}

/** The link leads to another site, which must not receive the address of the reviewer's page. */
function Entry({ name, url, children }: EntryProps) {
  return (
    <li className="grid min-w-0 gap-1 wrap-anywhere">
      <p className="font-medium">
        <bdi>{name}</bdi>
      </p>
      {children}
      {url?.startsWith("https://") && (
        <a
          className="link link-secondary justify-self-start py-1"
          href={url}
          target="_blank"
          rel="nofollow noopener noreferrer"
          aria-label={t("credentials.issuerLabel", { name })}
        >
          {t("credentials.issuer")}
        </a>
      )}
    </li>
  );
}
