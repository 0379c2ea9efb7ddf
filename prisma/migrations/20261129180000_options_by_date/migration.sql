-- CreateIndex
CREATE INDEX CONCURRENTLY "options_poll_id_parent_id_start_date_position_id_idx" ON "options"("poll_id", "parent_id", "start_date", "position", "id");
