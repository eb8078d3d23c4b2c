import { AppError } from "#lib/errors.ts";

export function teacherNotFound(): AppError {
  return new AppError("not_found", "Teacher not found");
}

export function studentNotFound(): AppError {
  return new AppError("not_found", "Student not found");
}
