/** Structured data of teachers for search engines. */

import type { TeacherView } from "#lib/people/people.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/translate.ts";
import { teacherImagePath } from "../paths.ts";
import { organizationRef } from "./site.ts";
import { present, type Thing } from "./thing.ts";

const t = getTexts("site");

export function teacherThing(appUrl: string, teacher: TeacherView): Thing {
  const path = `/teachers/${teacher._id}`;
  return {
    "@type": "Person",
    "@id": appUrl + path,
    url: appUrl + localizePath(path),
    name: teacher.name,
    description: teacher.bio,
    jobTitle: t("server.jobTitle"),
    image: appUrl + localizePath(teacher.profileImageUrl ?? teacherImagePath(teacher._id)),
    knowsLanguage: present(teacher.spokenLanguages),
    knowsAbout: present(teacher.specializations),
    worksFor: organizationRef(appUrl),
    alumniOf: teacher.educationBackground.map(({ institution }) => ({
      "@type": "EducationalOrganization",
      name: institution,
    })),
    hasCredential: teacher.certifications.map(({ name, issuingAuthority, verificationUrl }) => ({
      "@type": "EducationalOccupationalCredential",
      name,
      url: verificationUrl ?? undefined,
      recognizedBy: { "@type": "Organization", name: issuingAuthority },
    })),
  };
}

/** The teachers of a list page, in the page's order. `first` is the position of the first one. */
export function teacherList(
  appUrl: string,
  teachers: readonly { _id: string; name: string }[],
  first: number,
): Thing {
  return {
    "@type": "ItemList",
    itemListElement: teachers.map(({ _id, name }, index) => ({
      "@type": "ListItem",
      position: first + index,
      url: appUrl + localizePath(`/teachers/${_id}`),
      name,
    })),
  };
}
