ALTER TABLE "meetings" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "zoom_connections" ADD COLUMN "refreshing_until" timestamp (3) with time zone;--> statement-breakpoint
-- What was changed so far has been told, or its job is still there to tell it.
UPDATE "meetings" SET "told_at" = "updated_at" WHERE "updated_at" IS NOT NULL;