CREATE TABLE "meeting_instances" (
	"provider" text DEFAULT 'zoom' NOT NULL,
	"instance_id" text NOT NULL,
	"teacher_id" text NOT NULL,
	"meeting_id" text,
	"class_id" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "meeting_instances_provider_instance_id_pk" PRIMARY KEY("provider","instance_id"),
	CONSTRAINT "meeting_instances_of" CHECK (num_nonnulls("meeting_instances"."meeting_id", "meeting_instances"."class_id") > 0)
);
--> statement-breakpoint
CREATE TABLE "used_app_contexts" (
	"digest" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zoom_links" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"zoom_user_hash" text NOT NULL,
	"session_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "app" text;--> statement-breakpoint
ALTER TABLE "meeting_instances" ADD CONSTRAINT "meeting_instances_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_instances" ADD CONSTRAINT "meeting_instances_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_instances" ADD CONSTRAINT "meeting_instances_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zoom_links" ADD CONSTRAINT "zoom_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zoom_links" ADD CONSTRAINT "zoom_links_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meeting_instances_teacher_id" ON "meeting_instances" USING btree ("teacher_id");--> statement-breakpoint
CREATE UNIQUE INDEX "zoom_links_zoom_user_hash" ON "zoom_links" USING btree ("zoom_user_hash");--> statement-breakpoint
CREATE INDEX "zoom_links_user_id" ON "zoom_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "zoom_links_session_id" ON "zoom_links" USING btree ("session_id");