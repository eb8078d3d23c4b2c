/** Responses about teachers, students and their profiles. Fields without a value are absent. */
import * as z from "zod/mini";
import { courseSchema, weeklyTimeSchema } from "../courses/courses.responses.ts";
import { introductionSchema } from "../introductions/introductions.responses.ts";
import { pageFigures } from "../paging/paging.responses.ts";
import { vettingScopes } from "../vetting/vetting.rules.ts";
import { genders, roles } from "./people.options.ts";

/** The public fields of a person: no email address, phone number, guardian or age. */
const profile = z.object({
  _id: z.string(),
  id: z.string(),
  role: z.enum(roles),
  name: z.string(),
  country: z.string(),
  /** IANA time zone. */
  timeZone: z.string(),
  gender: z.optional(z.enum(genders)),
  nativeLanguage: z.optional(z.string()),
  /** The BCP 47 code of the native language, if it is known. */
  nativeLanguageCode: z.optional(z.string()),
  quranLevel: z.optional(z.string()),
  spokenLanguages: z.array(z.string()),
  /** The BCP 47 codes of the spoken languages that are known. */
  spokenLanguageCodes: z.array(z.string()),
  profileImageUrl: z.optional(z.string()),
  createdAt: z.string(),
  registrationDate: z.string(),
  studentsCount: z.int(),
  lessonsCompleted: z.int(),
  quizzesPassed: z.int(),
  /** Hours, with two decimals. */
  totalHours: z.number(),
  rating: z.number(),
});
export type ProfileView = z.output<typeof profile>;

/** Fields that only the owner sees. */
const privateFields = z.object({
  userId: z.string(),
  email: z.string(),
  phoneNumber: z.optional(z.string()),
  age: z.optional(z.int()),
});
export type PrivateView = z.output<typeof privateFields>;

const certificationSchema = z.object({
  name: z.string(),
  issuingAuthority: z.string(),
  year: z.int(),
  verificationUrl: z.optional(z.string()),
});
export type CertificationView = z.output<typeof certificationSchema>;

const educationSchema = z.object({
  degree: z.string(),
  major: z.optional(z.string()),
  institution: z.string(),
  year: z.int(),
});
export type EducationView = z.output<typeof educationSchema>;

const ijazahSchema = z.object({
  reading: z.string(),
  year: z.int(),
  /** The chain of teachers, beginning with the one who gave the ijazah. */
  chain: z.array(z.string()),
  verificationUrl: z.optional(z.string()),
});
export type IjazahView = z.output<typeof ijazahSchema>;

/** What teachers say about their qualification. */
export const credentialsSchema = z.object({
  ijazahs: z.array(ijazahSchema),
  certifications: z.array(certificationSchema),
  educationBackground: z.array(educationSchema),
});
export type CredentialsView = z.output<typeof credentialsSchema>;

/** What staff have verified, and the last day in UTC on which it counts. */
const verification = z.object({ scope: z.array(z.enum(vettingScopes)), until: z.string() });
export type VerificationView = z.output<typeof verification>;

const teacher = z.object({
  ...profile.shape,
  bio: z.optional(z.string()),
  specializations: z.array(z.string()),
  yearsOfExperience: z.optional(z.int()),
  /** In dollars. */
  hourlyRate: z.optional(z.number()),
  verified: z.boolean(),
  /** Absent if the teacher isn't verified, or was before verifications had an end. */
  verification: z.optional(verification),
  /** Whether students can book a free trial lesson. */
  offersTrials: z.boolean(),
  reviewCount: z.int(),
  /** The seats left in public courses. */
  seatsLeft: z.int(),
  /** When the next class of a public course with seats left starts. */
  nextClassAt: z.optional(z.string()),
  ...credentialsSchema.shape,
});
export type TeacherView = z.output<typeof teacher>;

const timeSlot = z.object({
  ...weeklyTimeSchema.shape,
  _id: z.string(),
  isBooked: z.boolean(),
});
export type TimeSlotView = z.output<typeof timeSlot>;

export const timeSlotsSchema = z.object({ availableTimeSlots: z.array(timeSlot) });

/** A teacher in a list, with the IDs of the published courses, newest first. */
const listedTeacher = z.object({ ...teacher.shape, courses: z.array(z.string()) });
export type ListedTeacher = z.output<typeof listedTeacher>;

const ownTeacherFields = {
  ...privateFields.shape,
  availableTimeSlots: z.array(timeSlot),
  /** Teachers can't enroll. */
  enrolledCourses: z.tuple([]),
};

/** The complete profile for its owner, with the IDs of all courses including drafts. */
export const ownTeacherSchema = z.object({ ...listedTeacher.shape, ...ownTeacherFields });
export type OwnTeacher = z.output<typeof ownTeacherSchema>;

const detail = {
  courses: z.array(courseSchema),
  /** Absent if the teacher has none, or staff have hidden it. */
  introduction: z.optional(introductionSchema),
};

/**
 * A single teacher with the published courses, or the complete profile if the caller is the owner.
 */
export const teacherSchema = z.union([
  z.object({ ...teacher.shape, ...ownTeacherFields, ...detail }),
  z.object({ ...teacher.shape, ...detail }),
]);
export type TeacherDetail = z.output<typeof teacherSchema>;

export const teacherListSchema = z.object({ teachers: z.array(listedTeacher), ...pageFigures });
export type TeacherList = z.output<typeof teacherListSchema>;

const enrolledCourse = z.object({
  courseId: z.string(),
  /** completed: the last day of the course has passed. */
  status: z.enum(["active", "completed"]),
  enrollmentDate: z.string(),
});
export type EnrolledCourse = z.output<typeof enrolledCourse>;

const publicStudent = z.object({
  ...profile.shape,
  learningGoals: z.array(z.string()),
  preferredTeachingMethods: z.array(z.string()),
  featured: z.boolean(),
  enrolledCourses: z.array(enrolledCourse),
  completedCourses: z.array(z.pick(enrolledCourse, { courseId: true, enrollmentDate: true })),
});
export type StudentView = z.output<typeof publicStudent>;

/** The complete profile for its owner. */
export const ownStudentSchema = z.object({
  ...publicStudent.shape,
  ...privateFields.shape,
  parentGuardianName: z.optional(z.string()),
  parentGuardianContact: z.optional(z.string()),
  /** Only teachers have time slots. */
  availableTimeSlots: z.tuple([]),
});
export type OwnStudent = z.output<typeof ownStudentSchema>;

/** A single student, or the complete profile if the caller is the owner. */
export const studentSchema = z.union([ownStudentSchema, publicStudent]);

export const studentListSchema = z.object({ students: z.array(publicStudent), ...pageFigures });
export type StudentList = z.output<typeof studentListSchema>;

export const ownProfileSchema = z.union([ownTeacherSchema, ownStudentSchema]);
export type OwnProfile = z.output<typeof ownProfileSchema>;

/** A user's profile, which is complete if the caller is the owner. */
export const profileSchema = z.union([
  ownTeacherSchema,
  ownStudentSchema,
  listedTeacher,
  publicStudent,
]);
