-- Links that make the address of a mail a member of an organization.
CREATE TABLE "member_invitations" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" BIGINT NOT NULL,
    "inviter_id" BIGINT NOT NULL,
    "role" TEXT NOT NULL,
    "token_digest" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_invitations_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "member_invitations_token_digest_key" ON "member_invitations"("token_digest");
CREATE INDEX "member_invitations_organization_id_idx" ON "member_invitations"("organization_id");
CREATE INDEX "member_invitations_inviter_id_idx" ON "member_invitations"("inviter_id");
CREATE INDEX "member_invitations_expires_at_idx" ON "member_invitations"("expires_at");
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mails" ADD COLUMN     "member_invitation_id" BIGINT;
ALTER TABLE "mails" ADD CONSTRAINT "mails_member_invitation_id_fkey" FOREIGN KEY ("member_invitation_id") REFERENCES "member_invitations"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
