-- CreateTable
CREATE TABLE "sign_up_invitations" (
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_up_invitations_pkey" PRIMARY KEY ("address")
);
