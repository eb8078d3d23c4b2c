ALTER TABLE "case_notes" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "case_notes" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "case_notes" ADD COLUMN "until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "case_notes" ADD COLUMN "refunds_students" boolean;--> statement-breakpoint
-- The history of earlier cases has at least the decision that applies.
UPDATE "case_notes" SET "outcome" = "cases"."decision" FROM "cases" WHERE "cases"."id" = "case_notes"."case_id" AND "case_notes"."kind" = 'decided' AND NOT EXISTS (SELECT FROM "case_notes" "later" WHERE "later"."case_id" = "case_notes"."case_id" AND "later"."kind" = 'decided' AND ("later"."created_at", "later"."id") > ("case_notes"."created_at", "case_notes"."id"));
