import type { Profile } from "#lib/people/profile.store.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/account-settings.ts";

const t = getTexts("accountSettings");

/** The date when the person joined, or 'N/A'. */
function joinedDate(profile: Profile): string {
  const { registrationDate = "" } = profile;
  if (Number.isNaN(Date.parse(registrationDate))) return t("facts.unknown");
  return formatDate(registrationDate, viewerZone());
}

export function AccountFacts({ profile, email }: { profile: Profile; email: string }) {
  const facts = [
    { name: t("facts.email"), value: email },
    {
      name: t("facts.role"),
      value: profile.role === "teacher" ? t("facts.teacher") : t("facts.student"),
    },
    { name: t("facts.joined"), value: joinedDate(profile) },
  ];
  return (
    <div className="panel grid gap-4 p-5">
      <h2 className="text-base">{t("facts.title")}</h2>
      <dl className="grid gap-3 sm:grid-cols-3">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="muted text-sm">{name}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
