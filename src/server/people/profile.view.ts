/** What profiles of both roles show, to everybody and to their owner. */
import type { PrivateView, ProfileView } from "#lib/people/people.responses.ts";
import { meanRating } from "../catalog/course.view.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";

type ProfileRow = typeof profiles.$inferSelect;

/** Figures derived from rows of other nouns. */
export interface Figures {
  /** Different students with a seat in the teacher's courses. */
  studentsCount: number;
  /** Lessons that were attended, or held, and are over; and their length together. */
  lessonsCompleted: number;
  minutes: number;
  /** Different quizzes passed. */
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
    quranLevel: profile.quranLevel ?? undefined,
    spokenLanguages: profile.spokenLanguages,
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
