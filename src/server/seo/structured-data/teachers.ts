/** Structured data of teachers for search engines. */
import type { TeacherView } from "#lib/people/people.responses.ts";
import { teacherImagePath } from "../paths.ts";
import { organizationRef } from "./site.ts";
import { present, type Thing } from "./thing.ts";

export function teacherThing(appUrl: string, teacher: TeacherView): Thing {
  const url = `${appUrl}/teachers/${teacher._id}`;
  return {
    "@type": "Person",
    "@id": url,
    url,
    name: teacher.name,
    description: teacher.bio,
    jobTitle: "Quran teacher",
    image: appUrl + (teacher.profileImageUrl ?? teacherImagePath(teacher._id)),
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
      url: `${appUrl}/teachers/${_id}`,
      name,
    })),
  };
}
