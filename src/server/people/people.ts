/** The use cases of people, for routes, pages and other nouns. */
export { findOwnProfile, findProfile, type OwnProfile } from "./find-profile.ts";
export { findProfileTags, updateProfile } from "./profile-editing.ts";
export { registerProfile } from "./registration.ts";
export type { OwnStudent, StudentView } from "./student.view.ts";
export {
  findStudent,
  findStudentPage,
  listFeaturedStudents,
  listStudents,
  type StudentList,
  type StudentPage,
  searchStudents,
} from "./students.ts";
export type { ListedTeacher, OwnTeacher, TeacherView } from "./teacher.view.ts";
export {
  findListedTeacher,
  findTeacher,
  listTeachers,
  type TeacherDetail,
  type TeacherList,
} from "./teachers.ts";
export { listTimeSlots, replaceTimeSlots, type TimeSlotView } from "./time-slots.ts";
export { findOwnTimeZone } from "./time-zone.ts";
