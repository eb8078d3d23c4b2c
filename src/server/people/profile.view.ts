/** The parts of profiles that both roles have, for everyone and for the owner. */
import type { PrivateView, ProfileView } from "#lib/people/people.responses.ts";
import { meanRating } from "../catalog/course.view.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";

type ProfileRow = typeof profiles.$inferSelect;

/** Figures computed from other tables. */
export interface Figures {
  /** The number of different students with a seat in the teacher's courses. */
  studentsCount: number;
  /**
   * Past lessons that were attended (by a student) or held (by a teacher). `minutes` is their total
   * duration.
   */
  lessonsCompleted: number;
  minutes: number;
  /** The number of different quizzes passed. */
  quizzesPassed: number;
}

/** Columns of a query on profiles, inner-joined with their accounts. */
export const profileColumns = { profile: profiles, email: users.email };

export function toProfile(profile: ProfileRow, figures: Figures): ProfileView {
  const createdAt = profile.createdAt.toISOString();
  return {
    _id: profile.id,
    id: profile.id,
    role: profile.role,
    name: profile.name,
    country: profile.country,
    timeZone: profile.timeZone,
    gender: profile.gender ?? undefined,
    nativeLanguage: profile.nativeLanguage ?? undefined,
    nativeLanguageCode: profile.nativeLanguageCode ?? undefined,
    quranLevel: profile.quranLevel ?? undefined,
    spokenLanguages: profile.spokenLanguages,
    spokenLanguageCodes: profile.spokenLanguageCodes,
    profileImageUrl: profile.profileImageUrl ?? undefined,
    createdAt,
    registrationDate: createdAt,
    studentsCount: figures.studentsCount,
    lessonsCompleted: figures.lessonsCompleted,
    quizzesPassed: figures.quizzesPassed,
    totalHours: Math.round((figures.minutes / 60) * 100) / 100,
    rating: meanRating(profile.ratingSum, profile.ratingCount),
  };
}

export function toPrivate(profile: ProfileRow, email: string): PrivateView {
  return {
    userId: profile.userId,
    email,
    phoneNumber: profile.phoneNumber ?? undefined,
    age: profile.age ?? undefined,
  };
}
