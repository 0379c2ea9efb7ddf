/** The settings by the test, in a file and with a title, that fails when one of them is ignored. */
export const settingTests = {
  "libs/domain/src/options/file-problems.test.ts": {
    "%s": "file_size_min_mb image_min_height image_min_smallest_side_length image_min_width image_orientation",
  },
  "libs/domain/src/options/list-order.test.ts": {
    "%s": "default_sort",
  },
  "libs/domain/src/options/option-rules.test.ts": {
    "decides for %s": "allow_new_options start_date_submission",
  },
  "libs/domain/src/options/read-create-option.test.ts": {
    "%s": "require_description",
  },
  "libs/domain/src/participants/participant-decisions.test.ts": {
    "decides for %s": "allow_new_rows",
  },
  "libs/domain/src/participants/read-participant.test.ts": {
    "%s is an address of the allowed domain xn--bcher-kva.example":
      "double_opt_in require_voter_name",
  },
  "libs/domain/src/polls/link-picture.test.ts": {
    "the picture has %s": "social_media_image_data",
  },
  "libs/domain/src/votes/decide-cast.test.ts": {
    "%s": "jury_mode start_date_voting",
  },
  "libs/domain/src/votes/vote-settings.test.ts": {
    "%s": "vote_limit_per_option_min",
    "isValueOf: a value within the bounds": "vote_limit_per_option",
  },
  "services/gateway/src/features/comments/comments.test.ts": {
    "%s": "private_comments",
    "options have a count if allow_comments is %s": "allow_comments",
  },
  "services/gateway/src/features/exports/exports.endpoints.test.ts": {
    "all answers are exported, also if attributes have the same title": "additional_attributes",
  },
  "services/gateway/src/features/files/files.test.ts": {
    "the original of %s is downloaded as: %s, %s, %s": "hidden_image_name",
  },
  "services/gateway/src/features/opt-ins/opt-ins.test.ts": {
    "casts the held votes together, in order, with their ids, days and times; a repeated vote has replaced its value":
      "timezone",
    "shows the payment link of a vote that is sold, which does not count yet":
      "voting_fee voting_fee_type",
  },
  "services/gateway/src/features/opt-ins/request-opt-in.test.ts": {
    "is 422 with %s": "restricted_double_opt_in_domains",
  },
  "services/gateway/src/features/options/change-option.test.ts": {
    "with require_approval, a change by the author makes the option unreviewed, and admins set any approval":
      "require_approval",
  },
  "services/gateway/src/features/options/create-option.test.ts": {
    "%s": "allow_description allow_info_link privacy_policy_for_option_creators require_author_name",
    "16 concurrent requests of one actor create only the allowed number of options": "option_limit",
    "accepted terms and attributes are stored, and shown to the author":
      "additional_option_attributes terms_for_option_creators",
    "of an author in the poll of another account": "allow_subtitle",
  },
  "services/gateway/src/features/options/list-options.test.ts": {
    "an unknown sort is 422, and without allow_change_sort the order of the poll applies":
      "allow_change_sort",
    "is shuffled for members with randomize_options, but stable for each actor":
      "randomize_options",
    "shows members %s": "deadline_submission options_visible_before_voting",
    "without per_page the page has: %s": "options_per_page",
  },
  "services/gateway/src/features/options/listed-ratings.test.ts": {
    "with %s a member's list contains nothing about votes": "hide_results hide_votes",
    "with best_distribution the assigned options are selected": "target vote_type",
  },
  "services/gateway/src/features/options/option-classes.test.ts": {
    "%s": "default_states option_type",
  },
  "services/gateway/src/features/options/option-files.test.ts": {
    "%s is refused during the upload": "file_size_max_mb",
    "%s: 422, and no file is kept": "group_submission_max_entries",
    "several files create a group with one child for each": "allow_group_submissions",
  },
  "services/gateway/src/features/options/option-names.test.ts": {
    "by its file, for readers of the original": "allow_attachments",
  },
  "services/gateway/src/features/options/search-options.test.ts": {
    "finds %s only for admins": "hidden_author_name",
    "is ignored for members if the poll does not allow it": "allow_search",
    "with hide_tags, are neither shown to members nor searched for them": "hide_tags",
  },
  "services/gateway/src/features/options/show-option.test.ts": {
    "with restrict_view_access members need the password": "restrict_view_access",
  },
  "services/gateway/src/features/options/shown-files.test.ts": {
    "camera metadata is shown only with show_metadata": "show_metadata",
  },
  "services/gateway/src/features/participants/anonymity.test.ts": {
    "when participants were created, in which order, or their addresses": "anonymize_voter_names",
    "with hidden_participants members cannot put the votes of a participant together, and admins can":
      "hidden_participants",
  },
  "services/gateway/src/features/participants/complete-participants.test.ts": {
    "required votes are complete with a vote or an abstention on each votable option, and all dots spent":
      "option_vote_requirement require_all_dots",
  },
  "services/gateway/src/features/participants/participants.endpoints.test.ts": {
    "is 422 if %s": "privacy_policy_for_voters terms_for_voters",
    "with check_user allows exactly one of 64 concurrent creations by one user":
      "participant_limitation_type",
  },
  "services/gateway/src/features/participants/personal-links.test.ts": {
    "is refused with disable_participant_sign_up, which leaves the link itself":
      "disable_participant_sign_up",
  },
  "services/gateway/src/features/participants/places.test.ts": {
    "arises when the limit is raised; all have one when it goes": "participant_limit",
  },
  "services/gateway/src/features/payment-pages/pay-page.test.ts": {
    "the page has the texts of the settings terms and privacy_policy, if there are any":
      "privacy_policy terms",
  },
  "services/gateway/src/features/poll-pages/link-previews.test.ts": {
    "links in social media have the texts of the settings":
      "social_media_description social_media_title",
  },
  "services/gateway/src/features/poll-pages/poll-pages.test.ts": {
    "%s may frame a poll with these allowed_hosts": "allowed_hosts",
    "search engines may list the pages of a poll with indexing, and no page of its admins":
      "indexing",
  },
  "services/gateway/src/features/poll-pages/results-in-browser.slow.test.ts": {
    "sees the results after the own vote, with after_own_vote": "results_visible",
  },
  "services/gateway/src/features/poll-pages/settings-of-looks-in-browser.slow.test.ts": {
    "%s moves over the page, but not with reduced motion, and not on paper": "effect",
    "a gallery arranges its pictures in columns, in a grid or as a list":
      "photo_gallery_image_mode photo_gallery_layout show_as_list",
    "a gallery is as wide as the window with photo_gallery_full_width": "photo_gallery_full_width",
    "closed doors of a calendar have numbers, or look like doors": "advent_calendar_shape",
    "dots have the sign of the setting": "dot_vote_icon",
    "named URL parameters fill in fields, and reach the link of the thank-you page":
      "forward_url_parameters forwarded_url_parameters",
    "state_labels names the states of ideas": "state_labels",
    "the details of a picture are open at first: %s": "show_photo_info_by_default",
    "with a least number of votes, the poll thanks only when so many are cast":
      "vote_limit_per_voter_min",
    "theme colors the document from the start, in the place of the operator's color":
      "theme title_font",
  },
  "services/gateway/src/features/poll-pages/submissions-in-browser.slow.test.ts": {
    "sees the maker's thanks for an entry, if thank_you_page_submitter is %s":
      "thank_you_page_submitter thank_you_page_submitter_data",
  },
  "services/gateway/src/features/poll-pages/survey-in-browser.slow.test.ts": {
    "sees the maker's text on the thank-you page, with the link %s":
      "thank_you_page thank_you_page_data",
  },
  "services/gateway/src/features/poll-pages/voting-in-browser.slow.test.ts": {
    "is thanked as soon as all votes are given, and sees no link to hidden results and no button to share":
      "allow_share",
  },
  "services/gateway/src/features/polls/create-poll.test.ts": {
    "a chosen member hash is used, and custom_hash then is true": "custom_hash",
  },
  "services/gateway/src/features/polls/show-poll.test.ts": {
    "has the status closed once deadline_voting has passed": "deadline_voting",
    "with public_admin_link off accepts the admin hash only from the owner, and is 404 for others":
      "public_admin_link",
  },
  "services/gateway/src/features/polls/translations.test.ts": {
    "%s gets the poll in its language": "language translations",
  },
  "services/gateway/src/features/providers/proof.test.ts": {
    "a person takes part once, and continues on another device": "access_by_provider",
  },
  "services/gateway/src/features/ratings/pair-on-offer.test.ts": {
    "does not offer own options with prevent_vote_for_own_options": "prevent_vote_for_own_options",
  },
  "services/gateway/src/features/results/count/count.endpoints.test.ts": {
    "a draw publishes its seed, and is the same in each count": "tie_break",
  },
  "services/gateway/src/features/results/count/count-methods.endpoints.test.ts": {
    "three of five foods are elected by the single transferable vote, with the quota of Droop":
      "counting_method seats",
  },
  "services/gateway/src/features/results/group-results.test.ts": {
    "do not use hidden names of images as titles, and hidden best ratings stay hidden":
      "hidden_best_rating",
  },
  "services/gateway/src/features/results/member-results.test.ts": {
    "with public_answers all distributions are shown": "public_answers",
  },
  "services/gateway/src/features/unsubscribe/unsubscribe.test.ts": {
    "no mail is sent for an option that is %s": "notify_new_options",
  },
  "services/gateway/src/features/votes/cast-batch.test.ts": {
    "a closed poll refuses each vote": "allow_voting",
    "limits hold within a batch, and for batches and votes at the same time":
      "vote_limit_per_voter",
  },
  "services/gateway/src/features/votes/final-votes.test.ts": {
    "%s is refused": "final_votes",
  },
  "services/gateway/src/features/votes/read-votes.test.ts": {
    "under hide_options one reads others' votes on one's own options": "hide_options",
  },
  "services/gateway/src/features/votes/votes.endpoints.test.ts": {
    "of 64 voters at once on an option for 10 exactly 10 get a place":
      "limit_per_option limit_per_option_type",
    "per day: one vote a local day, and yesterday's is out of reach": "vote_per_day",
  },
  "services/gateway/src/maintenance/closed-polls.test.ts": {
    "a poll is deleted by %s": "delete_after_days",
  },
  "services/gateway/src/maintenance/poll-notices.test.ts": {
    "is queued after a vote, and for later votes at most once in ten minutes": "notify_votes",
    "is queued once for each confirmed address when the poll closes": "notify_result",
    "is queued ten minutes later for its voters with a confirmed address, at most once an hour":
      "notify_state_changes",
  },
  "services/gateway/src/pages/brand.test.ts": {
    "pages of a poll with white_label have only the links, but its admin page has all parts":
      "white_label",
  },
  "services/mail-worker/src/processors/send-mail.test.ts": {
    "a mail is sent to one address, with the required headers and text":
      "publisher publisher_email publisher_info",
  },
  "tests/payments/fees.test.ts": {
    "a long name is cut between two visible characters, and can be paid": "voting_fee_title",
    "a submission fee: the option is 201, and members see it once the fee is paid":
      "submission_fee submission_fee_title submission_fee_type",
  },
  "tests/webhooks/results.test.ts": {
    "%s: %i": "rating_method",
  },
};
