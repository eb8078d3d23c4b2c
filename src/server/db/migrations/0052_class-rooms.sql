CREATE TABLE "missing_room_notices" (
	"class_id" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"hours" smallint NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "missing_room_notices_class_id_starts_at_hours_pk" PRIMARY KEY("class_id","starts_at","hours")
);
--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "room_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "missing_room_notices" ADD CONSTRAINT "missing_room_notices_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "classes_starts_at" ON "classes" USING btree ("starts_at") WHERE "classes"."status" = 'scheduled';