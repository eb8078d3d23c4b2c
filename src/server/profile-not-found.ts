import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("people");

export function teacherNotFound(): AppError {
  return new AppError("not_found", t("teacherNotFound"));
}

export function studentNotFound(): AppError {
  return new AppError("not_found", t("studentNotFound"));
}
