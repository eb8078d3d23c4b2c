-- Migration 0035 found no classes for paid seats in courses that a teacher had ended by removing all
-- upcoming classes. These seats were sold with the classes that existed then and were removed later.
UPDATE "enrolments" seat
   SET "sold_start" = sold."sold_start", "sold_end" = sold."sold_end",
       "sold_minutes" = sold."sold_minutes"
  FROM (
    SELECT seat."id", min(class."starts_at") AS "sold_start", max(class."ends_at") AS "sold_end",
           round(sum(extract(epoch FROM class."ends_at" - class."starts_at")) / 60)::integer
             AS "sold_minutes"
      FROM "enrolments" seat
      JOIN "classes" class ON class."course_id" = seat."course_id"
       AND class."status" IN ('dropped', 'cancelled') AND class."ends_at" > seat."created_at"
       AND class."created_at" <= seat."created_at" AND class."updated_at" > seat."created_at"
     WHERE seat."status" IN ('held', 'enrolled') AND seat."amount_cents" > 0
       AND seat."sold_end" IS NULL
     GROUP BY seat."id"
  ) sold
 WHERE sold."id" = seat."id";
