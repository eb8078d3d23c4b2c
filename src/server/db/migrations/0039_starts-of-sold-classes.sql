ALTER TABLE "classes" ADD COLUMN "announced_start" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "sold_starts" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "refundable_classes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "refundable_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Existing seats count as sold with classes that start as those that count for them now.
UPDATE "enrolments" seat
   SET "sold_starts" = sold."starts"
  FROM (
    SELECT seat."id",
           (array_agg(class."starts_at" ORDER BY class."starts_at"))[1:seat."sold_classes"] AS "starts"
      FROM "enrolments" seat
      JOIN "classes" class ON class."course_id" = seat."course_id"
       AND class."status" = 'scheduled' AND class."ends_at" > seat."created_at"
       AND class."ends_at" <= seat."sold_end" + interval '60 days'
     GROUP BY seat."id"
  ) sold
 WHERE sold."id" = seat."id";
