-- Apart from the constraint, so that writers wait for neither.
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_creator_link_id_fkey";
