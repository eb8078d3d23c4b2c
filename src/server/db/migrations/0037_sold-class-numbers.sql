ALTER TABLE "classes" ADD COLUMN "announced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "sold_classes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "sold_max_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Existing seats count as sold with classes as long as the longest one that is scheduled now.
UPDATE "enrolments" seat
   SET "sold_max_minutes" = longest."minutes",
       "sold_classes" = greatest(1, seat."sold_minutes" / longest."minutes")
  FROM (
    SELECT seat."id",
           greatest(1, coalesce(
             round(max(extract(epoch FROM class."ends_at" - class."starts_at")) / 60)::integer,
             seat."sold_minutes"
           )) AS "minutes"
      FROM "enrolments" seat
      LEFT JOIN "classes" class ON class."course_id" = seat."course_id"
       AND class."status" = 'scheduled' AND class."ends_at" > seat."created_at"
     GROUP BY seat."id"
  ) longest
 WHERE longest."id" = seat."id" AND seat."sold_end" IS NOT NULL;
