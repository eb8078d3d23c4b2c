ALTER TABLE "cases" ADD COLUMN "interested_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "cases" SET "interested_ids" = "found"."ids" FROM (
	SELECT "evidence"."case_id", array_agg(DISTINCT "profiles"."user_id" ORDER BY "profiles"."user_id") AS "ids"
	FROM "case_evidence" AS "evidence"
	LEFT JOIN "courses" ON "courses"."id" = coalesce("evidence"."content" ->> 'courseId', "evidence"."content" ->> 'resourceId')
	JOIN "profiles" ON "profiles"."id" = "courses"."teacher_id"
		OR "profiles"."id" = "evidence"."content" ->> 'studentId'
		OR "profiles"."id" = "evidence"."content" ->> 'resourceId'
	WHERE "evidence"."content" ->> 'kind' IN ('payment', 'comment', 'review')
	GROUP BY "evidence"."case_id"
) AS "found" WHERE "found"."case_id" = "cases"."id";
