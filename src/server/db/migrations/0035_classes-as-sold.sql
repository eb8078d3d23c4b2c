ALTER TABLE "enrolments" ADD COLUMN "sold_start" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "sold_end" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "sold_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "refundable_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "is_imported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Existing seats count as sold with the classes that are scheduled now.
UPDATE "enrolments" seat
   SET "sold_start" = sold."sold_start", "sold_end" = sold."sold_end",
       "sold_minutes" = sold."sold_minutes"
  FROM (
    SELECT seat."id", min(class."starts_at") AS "sold_start", max(class."ends_at") AS "sold_end",
           round(sum(extract(epoch FROM class."ends_at" - class."starts_at")) / 60)::integer
             AS "sold_minutes"
      FROM "enrolments" seat
      JOIN "classes" class ON class."course_id" = seat."course_id"
       AND class."status" = 'scheduled' AND class."ends_at" > seat."created_at"
     WHERE seat."status" IN ('held', 'enrolled')
     GROUP BY seat."id"
  ) sold
 WHERE sold."id" = seat."id";
