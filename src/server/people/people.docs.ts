/** The shapes of people for /api/openapi.json. */
import * as z from "zod/mini";
import type { EmailPreferences } from "#lib/account-settings/email-preferences.ts";
import { genders, roles } from "#lib/people/people.options.ts";
import { courseData, pageFiguresData, weeklyTimeData } from "../catalog/course.docs.ts";
import type {
  ListedTeacher,
  OwnStudent,
  OwnTeacher,
  StudentList,
  StudentView,
  TeacherDetail,
  TeacherList,
  TimeSlotView,
} from "./people.ts";

const text = z.string();
const texts = z.array(text);

const profile = {
  _id: text,
  id: text,
  role: z.enum(roles),
  name: text,
  country: text,
  timeZone: text,
  gender: z.optional(z.enum(genders)),
  nativeLanguage: z.optional(text),
  quranLevel: z.optional(text),
  spokenLanguages: texts,
  profileImageUrl: z.optional(text),
  createdAt: text,
  registrationDate: text,
  studentsCount: z.int(),
  lessonsCompleted: z.int(),
  quizzesPassed: z.int(),
  totalHours: z.number(),
  rating: z.number(),
};

/** What the owner sees besides. */
const own = {
  userId: text,
  email: text,
  phoneNumber: z.optional(text),
  age: z.optional(z.int()),
};

const certification = z.object({
  name: text,
  issuingAuthority: text,
  year: z.int(),
  verificationUrl: z.optional(text),
});

const education = z.object({
  degree: text,
  major: z.optional(text),
  institution: text,
  year: z.int(),
});

const teacher = {
  ...profile,
  bio: z.optional(text),
  specializations: texts,
  yearsOfExperience: z.optional(z.int()),
  hourlyRate: z.optional(z.number()),
  verified: z.boolean(),
  offersTrials: z.boolean(),
  reviewCount: z.int(),
  certifications: z.array(certification),
  educationBackground: z.array(education),
};

const enrolledCourse = z.object({
  courseId: text,
  status: z.enum(["active", "completed"]),
  enrollmentDate: text,
});

const student = {
  ...profile,
  learningGoals: texts,
  preferredTeachingMethods: texts,
  featured: z.boolean(),
  enrolledCourses: z.array(enrolledCourse),
  completedCourses: z.array(z.pick(enrolledCourse, { courseId: true, enrollmentDate: true })),
};

const none = z.tuple([]);

const timeSlot: z.ZodMiniType<TimeSlotView> = z.extend(weeklyTimeData, {
  _id: text,
  isBooked: z.boolean(),
});

export const timeSlotsData = z.object({ availableTimeSlots: z.array(timeSlot) });

const ownTeacherParts = {
  ...own,
  availableTimeSlots: z.array(timeSlot),
  enrolledCourses: none,
};

const listedTeacherData: z.ZodMiniType<ListedTeacher> = z.object({ ...teacher, courses: texts });

export const ownTeacherData: z.ZodMiniType<OwnTeacher> = z.object({
  ...teacher,
  courses: texts,
  ...ownTeacherParts,
});

export const teacherData: z.ZodMiniType<TeacherDetail> = z.union([
  z.object({ ...teacher, ...ownTeacherParts, courses: z.array(courseData) }),
  z.object({ ...teacher, courses: z.array(courseData) }),
]);

export const teacherListData: z.ZodMiniType<TeacherList> = z.object({
  teachers: z.array(listedTeacherData),
  ...pageFiguresData,
});

const publicStudentData: z.ZodMiniType<StudentView> = z.object(student);

export const ownStudentData: z.ZodMiniType<OwnStudent> = z.object({
  ...student,
  ...own,
  parentGuardianName: z.optional(text),
  parentGuardianContact: z.optional(text),
  availableTimeSlots: none,
});

export const studentData = z.union([ownStudentData, publicStudentData]);

export const studentListData: z.ZodMiniType<StudentList> = z.object({
  students: z.array(publicStudentData),
  ...pageFiguresData,
});

export const ownProfileData = z.union([ownTeacherData, ownStudentData]);

/** The look-up by account: whole for its owner. */
export const profileData = z.union([
  ownTeacherData,
  ownStudentData,
  listedTeacherData,
  publicStudentData,
]);

export const emailPreferencesData: z.ZodMiniType<EmailPreferences> = z.object({
  meetingReminders: z.boolean(),
  messageDigests: z.boolean(),
  changeSummaries: z.boolean(),
});
