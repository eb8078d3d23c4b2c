ALTER TABLE "meetings" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "zoom_connections" ADD COLUMN "refreshing_until" timestamp (3) with time zone;