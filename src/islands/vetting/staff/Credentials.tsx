import type { ReactNode } from "react";
import { isolated, listIsolated } from "#lib/text/bidi.ts";
import type { VettingDetail } from "#lib/vetting/vetting.responses.ts";
import { getTexts } from "#translations/staff-vetting.ts";

const t = getTexts("staffVetting");

/** What the teacher has entered, with the links to the issuers. */
export function Credentials({ detail }: { detail: VettingDetail }) {
  const { ijazahs, certifications, educationBackground } = detail;
  const isEmpty = ijazahs.length + certifications.length + educationBackground.length === 0;
  if (isEmpty) return <p className="panel muted p-5 text-sm">{t("credentials.none")}</p>;
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <List title={t("credentials.ijazahs")}>
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
      <List title={t("credentials.certificates")}>
        {certifications.map(({ name, issuingAuthority, year, verificationUrl }) => (
          <Entry key={`${name} ${year}`} name={name} url={verificationUrl}>
            <p className="muted tabular">{listIsolated([issuingAuthority, String(year)])}</p>
          </Entry>
        ))}
      </List>
      <List title={t("credentials.education")}>
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

function List({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section className="panel grid min-w-0 gap-3 p-5">
      <h2 className="text-base">{title}</h2>
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
