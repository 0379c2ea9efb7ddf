-- The payments of a vote are only looked up while they can be paid: "payments_one_a_vote" serves that.
-- DropIndex
DROP INDEX "payments_vote_public_id_idx";
