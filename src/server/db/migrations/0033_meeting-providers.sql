DROP INDEX "meetings_zoom_meeting_id";--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "provider" text DEFAULT 'zoom' NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD COLUMN "provider" text DEFAULT 'zoom' NOT NULL;--> statement-breakpoint
ALTER TABLE "zoom_connections" ADD COLUMN "provider" text DEFAULT 'zoom' NOT NULL;--> statement-breakpoint
ALTER TABLE "trial_lessons" ADD COLUMN "meeting_provider" text DEFAULT 'zoom' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_room" ON "meetings" USING btree ("zoom_meeting_id","provider");