ALTER TABLE "meetings" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "zoom_connections" ADD COLUMN "refreshing_until" timestamp (3) with time zone;--> statement-breakpoint
-- Earlier changes were already sent to Zoom, or a queued job will send them.
UPDATE "meetings" SET "told_at" = "updated_at" WHERE "updated_at" IS NOT NULL;