-- Deleting an invitation deletes its mail.
CREATE UNIQUE INDEX CONCURRENTLY "mails_member_invitation_id_key" ON "mails"("member_invitation_id");
