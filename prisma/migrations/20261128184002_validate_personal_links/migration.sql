-- Apart from the constraint, so that writers wait for neither.
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_participant_id_fkey";
