-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "accounts" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "can_delete_participations" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_members" (
    "organization_id" BIGINT NOT NULL,
    "account_id" BIGINT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_members_pkey" PRIMARY KEY ("organization_id","account_id")
);

-- CreateTable
CREATE TABLE "polls" (
    "id" BIGSERIAL NOT NULL,
    "member_hash" TEXT NOT NULL,
    "admin_hash" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "location" TEXT,
    "creator_name" TEXT,
    "creator_email" TEXT,
    "status" TEXT NOT NULL DEFAULT 'active',
    "closed_at" TIMESTAMPTZ(3),
    "password_hash" TEXT,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "voting_categories" JSONB NOT NULL DEFAULT '[]',
    "owner_account_id" BIGINT,
    "owner_organization_id" BIGINT,
    "created_by_account_id" BIGINT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "polls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "poll_tallies" (
    "poll_id" BIGINT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "participants" INTEGER NOT NULL DEFAULT 0,
    "ballots" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "poll_tallies_pkey" PRIMARY KEY ("poll_id","slot")
);

-- CreateTable
CREATE TABLE "options" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "parent_id" BIGINT,
    "type" TEXT NOT NULL,
    "owner_key" TEXT,
    "content" TEXT,
    "subtitle" TEXT,
    "description" TEXT,
    "author_name" TEXT,
    "info_link" TEXT,
    "info_link_title" TEXT,
    "youtube_id" TEXT,
    "vimeo_id" TEXT,
    "position" INTEGER NOT NULL,
    "state" TEXT,
    "state_change_message" TEXT,
    "approval_state" TEXT NOT NULL DEFAULT 'approved',
    "approval_state_updated_at" TIMESTAMPTZ(3),
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "picked" BOOLEAN NOT NULL DEFAULT false,
    "paid" BOOLEAN,
    "data" JSONB,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "drawing_type" TEXT,
    "input_type" TEXT,
    "location_type" TEXT,
    "rotation" INTEGER,
    "start_date" TIMESTAMPTZ(3),
    "end_date" TIMESTAMPTZ(3),
    "additional_attributes" JSONB NOT NULL DEFAULT '{}',
    "terms_accepted" BOOLEAN,
    "privacy_policy_accepted" BOOLEAN,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "options_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "option_tallies" (
    "option_id" BIGINT NOT NULL,
    "voting_category_id" INTEGER NOT NULL DEFAULT 0,
    "slot" SMALLINT NOT NULL,
    "votes" INTEGER NOT NULL DEFAULT 0,
    "total" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "noes" INTEGER NOT NULL DEFAULT 0,
    "voters" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "option_tallies_pkey" PRIMARY KEY ("option_id","voting_category_id","slot")
);

-- CreateTable
CREATE TABLE "attachments" (
    "id" BIGSERIAL NOT NULL,
    "option_id" BIGINT,
    "kind" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "byte_size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "file_name" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "metadata" JSONB,
    "processed_at" TIMESTAMPTZ(3),
    "processing_error" TEXT,
    "progress" DOUBLE PRECISION,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "derivatives" (
    "id" BIGSERIAL NOT NULL,
    "attachment_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "byte_size" BIGINT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,

    CONSTRAINT "derivatives_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "participants" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "owner_key" TEXT NOT NULL,
    "user_name" TEXT,
    "additional_attributes" JSONB NOT NULL DEFAULT '{}',
    "optin_email" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),
    "address_key" TEXT,
    "complete" BOOLEAN NOT NULL DEFAULT false,
    "fraudulent" BOOLEAN NOT NULL DEFAULT false,
    "jury" BOOLEAN NOT NULL DEFAULT false,
    "paid" BOOLEAN,
    "changed_by_admin" BOOLEAN NOT NULL DEFAULT false,
    "terms_accepted" BOOLEAN,
    "privacy_policy_accepted" BOOLEAN,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "participants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "votes" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "participant_id" BIGINT NOT NULL,
    "option_id" BIGINT NOT NULL,
    "loser_option_id" BIGINT,
    "type" TEXT NOT NULL,
    "voting_category_id" INTEGER,
    "vote_date" DATE,
    "value" DECIMAL(16,4),
    "text" TEXT,
    "counts" BOOLEAN NOT NULL DEFAULT false,
    "score" DECIMAL(16,4) NOT NULL DEFAULT 0,
    "says_no" BOOLEAN NOT NULL DEFAULT false,
    "paid_votes" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "votes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "held_votes" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "participant_id" BIGINT NOT NULL,
    "option_id" BIGINT NOT NULL,
    "loser_option_id" BIGINT,
    "type" TEXT NOT NULL,
    "voting_category_id" INTEGER,
    "vote_date" DATE,
    "value" DECIMAL(16,4),
    "text" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "held_votes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pair_offers" (
    "participant_id" BIGINT NOT NULL,
    "first_id" BIGINT NOT NULL,
    "second_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pair_offers_pkey" PRIMARY KEY ("participant_id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "code_digest" BYTEA NOT NULL,
    "email" TEXT,
    "jury" BOOLEAN NOT NULL DEFAULT false,
    "participant_id" BIGINT,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "job" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "request_id" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_look_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),
    "dead_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "scope" BYTEA NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER,
    "body" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("scope")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_public_id_key" ON "accounts"("public_id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts"("email");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_digest_key" ON "api_tokens"("digest");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_account_id_kind_key" ON "api_tokens"("account_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_public_id_key" ON "organizations"("public_id");

-- CreateIndex
CREATE INDEX "organization_members_account_id_idx" ON "organization_members"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "polls_member_hash_key" ON "polls"("member_hash");

-- CreateIndex
CREATE UNIQUE INDEX "polls_admin_hash_key" ON "polls"("admin_hash");

-- CreateIndex
CREATE INDEX "polls_owner_account_id_id_idx" ON "polls"("owner_account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "polls_owner_organization_id_id_idx" ON "polls"("owner_organization_id", "id" DESC);

-- CreateIndex
CREATE INDEX "polls_deleted_at_idx" ON "polls"("deleted_at");

-- CreateIndex
CREATE UNIQUE INDEX "options_public_id_key" ON "options"("public_id");

-- CreateIndex
CREATE INDEX "options_poll_id_parent_id_position_id_idx" ON "options"("poll_id", "parent_id", "position", "id");

-- CreateIndex
CREATE INDEX "options_poll_id_owner_key_idx" ON "options"("poll_id", "owner_key");

-- CreateIndex
CREATE UNIQUE INDEX "options_poll_id_id_key" ON "options"("poll_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "attachments_storage_key_key" ON "attachments"("storage_key");

-- CreateIndex
CREATE INDEX "attachments_option_id_idx" ON "attachments"("option_id");

-- CreateIndex
CREATE UNIQUE INDEX "derivatives_storage_key_key" ON "derivatives"("storage_key");

-- CreateIndex
CREATE UNIQUE INDEX "derivatives_attachment_id_name_key" ON "derivatives"("attachment_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "participants_public_id_key" ON "participants"("public_id");

-- CreateIndex
CREATE INDEX "participants_poll_id_owner_key_idx" ON "participants"("poll_id", "owner_key");

-- CreateIndex
CREATE INDEX "participants_poll_id_address_key_idx" ON "participants"("poll_id", "address_key");

-- CreateIndex
CREATE UNIQUE INDEX "participants_poll_id_id_key" ON "participants"("poll_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "votes_public_id_key" ON "votes"("public_id");

-- CreateIndex
CREATE INDEX "votes_poll_id_id_idx" ON "votes"("poll_id", "id");

-- CreateIndex
CREATE INDEX "votes_poll_id_option_id_idx" ON "votes"("poll_id", "option_id");

-- CreateIndex
CREATE INDEX "votes_poll_id_loser_option_id_idx" ON "votes"("poll_id", "loser_option_id");

-- CreateIndex
CREATE UNIQUE INDEX "votes_natural_key" ON "votes"("participant_id", "option_id", "loser_option_id", "voting_category_id", "vote_date") NULLS NOT DISTINCT;

-- CreateIndex
CREATE UNIQUE INDEX "held_votes_public_id_key" ON "held_votes"("public_id");

-- CreateIndex
CREATE INDEX "held_votes_poll_id_option_id_idx" ON "held_votes"("poll_id", "option_id");

-- CreateIndex
CREATE UNIQUE INDEX "held_votes_natural_key" ON "held_votes"("participant_id", "option_id", "loser_option_id", "voting_category_id", "vote_date") NULLS NOT DISTINCT;

-- CreateIndex
CREATE UNIQUE INDEX "invitations_public_id_key" ON "invitations"("public_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_code_digest_key" ON "invitations"("code_digest");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_participant_id_key" ON "invitations"("participant_id");

-- CreateIndex
CREATE INDEX "invitations_poll_id_id_idx" ON "invitations"("poll_id", "id");

-- CreateIndex
CREATE INDEX "outbox_pending" ON "outbox"("next_look_at") WHERE "done_at" IS NULL AND "dead_at" IS NULL;

-- CreateIndex
CREATE INDEX "outbox_done" ON "outbox"("done_at") WHERE "done_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "outbox_dead" ON "outbox"("dead_at") WHERE "dead_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "polls" ADD CONSTRAINT "polls_owner_account_id_fkey" FOREIGN KEY ("owner_account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "polls" ADD CONSTRAINT "polls_owner_organization_id_fkey" FOREIGN KEY ("owner_organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "polls" ADD CONSTRAINT "polls_created_by_account_id_fkey" FOREIGN KEY ("created_by_account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "poll_tallies" ADD CONSTRAINT "poll_tallies_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "options" ADD CONSTRAINT "options_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "options" ADD CONSTRAINT "options_poll_id_parent_id_fkey" FOREIGN KEY ("poll_id", "parent_id") REFERENCES "options"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "option_tallies" ADD CONSTRAINT "option_tallies_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "options"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "options"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "derivatives" ADD CONSTRAINT "derivatives_attachment_id_fkey" FOREIGN KEY ("attachment_id") REFERENCES "attachments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "participants" ADD CONSTRAINT "participants_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "votes" ADD CONSTRAINT "votes_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "votes" ADD CONSTRAINT "votes_poll_id_participant_id_fkey" FOREIGN KEY ("poll_id", "participant_id") REFERENCES "participants"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "votes" ADD CONSTRAINT "votes_poll_id_option_id_fkey" FOREIGN KEY ("poll_id", "option_id") REFERENCES "options"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "votes" ADD CONSTRAINT "votes_poll_id_loser_option_id_fkey" FOREIGN KEY ("poll_id", "loser_option_id") REFERENCES "options"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "held_votes" ADD CONSTRAINT "held_votes_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_votes" ADD CONSTRAINT "held_votes_poll_id_participant_id_fkey" FOREIGN KEY ("poll_id", "participant_id") REFERENCES "participants"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "held_votes" ADD CONSTRAINT "held_votes_poll_id_option_id_fkey" FOREIGN KEY ("poll_id", "option_id") REFERENCES "options"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "held_votes" ADD CONSTRAINT "held_votes_poll_id_loser_option_id_fkey" FOREIGN KEY ("poll_id", "loser_option_id") REFERENCES "options"("poll_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "pair_offers" ADD CONSTRAINT "pair_offers_participant_id_fkey" FOREIGN KEY ("participant_id") REFERENCES "participants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_participant_id_fkey" FOREIGN KEY ("participant_id") REFERENCES "participants"("id") ON DELETE SET NULL ON UPDATE CASCADE;



-- What the schema language cannot say.

-- One vote a participant and pair, whichever side won.
CREATE UNIQUE INDEX "votes_one_a_pair" ON "votes" ("participant_id", LEAST("option_id", "loser_option_id"), GREATEST("option_id", "loser_option_id")) WHERE "loser_option_id" IS NOT NULL;
CREATE UNIQUE INDEX "held_votes_one_a_pair" ON "held_votes" ("participant_id", LEAST("option_id", "loser_option_id"), GREATEST("option_id", "loser_option_id")) WHERE "loser_option_id" IS NOT NULL;

ALTER TABLE "polls" ADD CONSTRAINT "polls_one_owner" CHECK (num_nonnulls("owner_account_id", "owner_organization_id") = 1);
ALTER TABLE "polls" ADD CONSTRAINT "polls_status" CHECK ("status" IN ('active', 'closed'));
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_kind" CHECK ("kind" IN ('private', 'public'));
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_role" CHECK ("role" IN ('owner', 'admin', 'member'));
ALTER TABLE "options" ADD CONSTRAINT "options_approval_state" CHECK ("approval_state" IN ('unreviewed', 'approved', 'disapproved'));
ALTER TABLE "options" ADD CONSTRAINT "options_no_own_parent" CHECK ("parent_id" <> "id");
ALTER TABLE "votes" ADD CONSTRAINT "votes_not_against_itself" CHECK ("loser_option_id" <> "option_id");
ALTER TABLE "votes" ADD CONSTRAINT "votes_paid_part" CHECK ("paid_votes" >= 0);

-- Slotted rows are updated in place: room on the page keeps those updates out of the indexes.
ALTER TABLE "option_tallies" SET (fillfactor = 50);
ALTER TABLE "poll_tallies" SET (fillfactor = 50);
ALTER TABLE "participants" SET (fillfactor = 85);

-- What each vote contributes to which option while its participant counts: a comparison has two sides.
CREATE VIEW "vote_sides" AS
  SELECT "poll_id", "participant_id", "option_id", coalesce("voting_category_id", 0) AS "category",
         "vote_date", "score", "says_no"
  FROM "votes" WHERE "counts"
  UNION ALL
  SELECT "poll_id", "participant_id", "loser_option_id", coalesce("voting_category_id", 0),
         "vote_date", 0, false
  FROM "votes" WHERE "counts" AND "loser_option_id" IS NOT NULL;

-- What the tallies must say, counted from the votes.
CREATE VIEW "true_option_tallies" AS
  WITH counting AS (
    SELECT s.* FROM "vote_sides" s JOIN "participants" p ON p."id" = s."participant_id"
    WHERE NOT p."fraudulent" AND p."paid" IS NOT FALSE
  ), parts AS (
    SELECT "poll_id", "option_id", "category", count(*) AS votes, sum("score") AS total,
           count(*) FILTER (WHERE "says_no") AS noes, 0::bigint AS voters
    FROM counting GROUP BY "poll_id", "option_id", "category"
    UNION ALL
    SELECT "poll_id", "option_id", 0, 0, 0, 0, count(DISTINCT "participant_id")
    FROM counting GROUP BY "poll_id", "option_id"
  )
  SELECT "poll_id", "option_id", "category", sum(votes)::int AS "votes", sum(total) AS "total",
         sum(noes)::int AS "noes", sum(voters)::int AS "voters"
  FROM parts GROUP BY "poll_id", "option_id", "category";

CREATE VIEW "true_poll_tallies" AS
  SELECT l."id" AS "poll_id",
         (SELECT count(*)::int FROM "participants" p
          WHERE p."poll_id" = l."id" AND p."confirmed_at" IS NOT NULL) AS "participants",
         (SELECT count(DISTINCT (v."participant_id", v."vote_date"))::int
          FROM "votes" v JOIN "participants" p ON p."id" = v."participant_id"
          WHERE v."poll_id" = l."id" AND v."counts" AND NOT p."fraudulent" AND p."paid" IS NOT FALSE
         ) AS "ballots"
  FROM "polls" l;
