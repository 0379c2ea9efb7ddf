const beforeTheFirstRelease = "no deployment had many rows before the first release";

/** Migrations that may break a rule of `migration-rules.mjs`, each with the reason. */
export const excused = {
  "20261121214500_lists": beforeTheFirstRelease,
  "20261121214700_job_turns": beforeTheFirstRelease,
  "20261121215000_places": beforeTheFirstRelease,
  "20261122070000_payments_of_votes": beforeTheFirstRelease,
  "20261122090000_job_priorities": beforeTheFirstRelease,
};
