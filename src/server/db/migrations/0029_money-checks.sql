CREATE TABLE "payment_findings" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"details" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "canceled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_findings_open" ON "payment_findings" USING btree ("kind","subject_id") WHERE "payment_findings"."resolved_at" is null;
--> statement-breakpoint
-- Archived courses with refunds for the cancellation of the course were canceled.
UPDATE "courses" course SET "canceled_at" = given."at"
  FROM (
    SELECT seat."course_id", min(refund."created_at") AS "at"
      FROM "refunds" refund
      JOIN "payments" payment ON payment."id" = refund."payment_id"
      JOIN "enrolments" seat ON seat."id" = payment."enrolment_id"
     WHERE refund."reason" = 'course-cancelled'
     GROUP BY seat."course_id"
  ) given
 WHERE given."course_id" = course."id" AND course."status" = 'archived';
--> statement-breakpoint
UPDATE "courses" SET "archived_at" = coalesce("updated_at", "created_at") WHERE "status" = 'archived';
