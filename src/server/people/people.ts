/** The use cases of people, for routes, pages and other nouns. */
export { findOwnProfile, findProfile } from "./find-profile.ts";
export { updateProfile } from "./profile-editing.ts";
export { registerProfile } from "./registration.ts";
export {
  findStudent,
  findStudentPage,
  listFeaturedStudents,
  listStudents,
  type StudentPage,
  searchStudents,
} from "./students.ts";
export { findListedTeacher, findTeacher, listTeacherLanguages, listTeachers } from "./teachers.ts";
export { listTimeSlots, replaceTimeSlots } from "./time-slots.ts";
export { findOwnTimeZone } from "./time-zone.ts";
