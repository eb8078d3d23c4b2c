ALTER TABLE "message_reports" ADD COLUMN "evidence" text;--> statement-breakpoint
UPDATE "message_reports" SET "evidence" = "messages"."text" FROM "messages" WHERE "messages"."id" = "message_reports"."message_id";--> statement-breakpoint
ALTER TABLE "message_reports" ALTER COLUMN "evidence" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "deleted_at" timestamp (3) with time zone;
