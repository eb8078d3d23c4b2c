/** The facts that families compare teachers by. */
import { formatPrice } from "#lib/payments/money.ts";
import { describeLevelAndCountry, experienceLabel } from "#lib/people/people.labels.ts";
import type { ListedTeacher } from "#lib/people/people.responses.ts";
import { isolated } from "#lib/text/bidi.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { nameWrittenLanguages } from "#lib/text/language-codes.ts";
import { formatUpcoming } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { type ComparedFact, describeRating, nameTaughtBy, yesOrNo } from "./course-facts.ts";

const t = getTexts("saved");
const people = getTexts("people");

/** @param zone the viewer's IANA time zone. Without it, times are in UTC, with the offset. */
export function listTeacherFacts(
  teachers: readonly ListedTeacher[],
  zone: string | undefined,
  now: Date,
): ComparedFact[] {
  const fact = (name: string, read: (teacher: ListedTeacher) => string | readonly string[]) => ({
    name,
    values: teachers.map((teacher) => [read(teacher)].flat().filter(Boolean)),
  });
  return [
    fact(t("server.fact.trial"), ({ offersTrials }) => yesOrNo(offersTrials)),
    fact(t("server.fact.opening"), ({ nextClassAt, seatsLeft }) => {
      if (nextClassAt === undefined || Date.parse(nextClassAt) <= now.getTime()) {
        return t("server.noClasses");
      }
      const seats = getTexts("courses")("server.card.seatsLeft", { count: seatsLeft });
      return [formatUpcoming(nextClassAt, zone ?? "UTC", zone === undefined), seats];
    }),
    fact(t("server.fact.hourly"), ({ hourlyRate }) =>
      hourlyRate === undefined ? "" : people("perHour", { price: formatPrice(hourlyRate) }),
    ),
    fact(t("server.fact.subjects"), ({ specializations }) => specializations.map(isolated)),
    fact(t("server.fact.languages"), ({ spokenLanguages }) =>
      nameWrittenLanguages(spokenLanguages).map(isolated),
    ),
    fact(t("server.fact.taughtBy"), ({ gender }) => nameTaughtBy(gender)),
    fact(t("server.fact.rating"), ({ rating, reviewCount }) => describeRating(rating, reviewCount)),
    fact(
      t("server.fact.experience"),
      ({ yearsOfExperience }) => experienceLabel(yearsOfExperience) ?? "",
    ),
    fact(t("server.fact.students"), ({ studentsCount }) => formatCount(studentsCount)),
    fact(t("server.fact.background"), describeLevelAndCountry),
    fact(t("server.fact.verified"), ({ verified }) => yesOrNo(verified)),
  ];
}
