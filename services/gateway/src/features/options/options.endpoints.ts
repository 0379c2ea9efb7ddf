import {
  createOptionBody,
  createSeriesBody,
  mergeOptionBody,
  notApproved,
  updateOptionBody,
} from "@polls/domain/options";
import { preferredLanguage } from "@polls/markup";
import { z } from "zod";
import { limitCreatedOptions } from "../../http/limits/rate-limit";
import { pageHeaders, pagingQuery, sortQuery } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { field } from "../../http/replies/schema-parts";
import { flagQuery } from "../../http/request/query-flag";
import { endpointsOf, type Input } from "../../http/routing/endpoint";
import { adminRule, readContentRule } from "../../http/routing/poll-rules";
import { admitNewOption, admitOptionChange } from "./admit-files";
import { createOption } from "./create-option";
import { createSeries } from "./create-options";
import { deleteOption } from "./delete-option";
import { listOptions } from "./list-options";
import { mergeOption, undoMerge } from "./merge-options";
import { storageLeft } from "./option-files";
import { CreatedSeriesResponse, OptionListResponse, OptionResponse } from "./options.schema";
import { showChanged, showOption } from "./show-option";
import { updateOption } from "./update-option";

const endpoint = endpointsOf({ tag: "Options", auth: "any" });
const list = "/api/v1/polls/:poll_id/options";
const one = "/api/v1/polls/:poll_id/options/:id";

/** With `restrict_view_access`, members need the same access for reading and writing. */
const poll = readContentRule;

const merging = { ...adminRule, lock: "exclusive" } as const;

/** Accepts any body. The second part has the types of form fields. */
const anyOptionBody = z.union([z.unknown(), createOptionBody]);

/** The body with converted form fields. The domain validates it. */
const readOptionBody = ({ body }: Pick<Input<unknown>, "body">): unknown =>
  body.read(anyOptionBody);

export const optionEndpoints = [
  endpoint({
    run: "snapshot",
    id: "options.list",
    path: list,
    summary: "List the options of a poll, or those below one option",
    description:
      "Lists the options at the top level, or with `parent_option_id` those below an option. In a comparison a participant gets the pair on offer.",
    poll,
    query: {
      parent_option_id: field.text("The parent of the listed options.").optional(),
      sort: sortQuery,
      search: field
        .text(
          "Extension, with `allow_search` of the poll: lists only options with this text in `content`, `subtitle` or `author_name`, in any letter case, with or without accents, and the parents of such options.",
        )
        .optional(),
      tag: field
        .text(
          "Extension: lists only options with this tag, and the parents of such options. For members it is ignored with `hide_tags`.",
        )
        .optional(),
      approval_state: z
        .enum(notApproved)
        .optional()
        .describe(
          "Extension, for admins: lists only options with this `approval_state`, for example those to review. For members it is ignored.",
        ),
      data: flagQuery.describe(
        "Extension: with `true`, options have `data` and `location_type`, for example to show locations on a map. Default: `false`.",
      ),
      description: flagQuery.describe(
        "Extension: with `true`, options have their `description`, for example to review them. Default: `false`.",
      ),
      media: flagQuery.describe(
        "Extension: with `true`, options have the file fields of the full form. Default: `false`.",
      ),
      settings: flagQuery.describe(
        "Extension: with `true`, options have `input_type` and `settings`, for example to show the questions of a survey. Default: `false`.",
      ),
      ...pagingQuery(undefined),
      voter_id: field
        .text(
          "In a comparison: the participant whose pair is listed. Default: the newest participant.",
        )
        .optional(),
      pair: flagQuery.describe(
        "In a comparison: with `false`, admins who take part get the ordinary list. Default: `true`.",
      ),
      offer: field
        .text(
          "Extension, in a comparison: the pair that a page showed to a visitor before taking part. It is offered to a participant without judgments.",
        )
        .optional(),
    },
    responses: { 200: OptionListResponse },
    handle: async ({ query, address, ...caller }, deps) => {
      const { options, page, total } = await listOptions(caller, query, "to_vote", deps);
      const items = options.map(({ item }) => item);
      return reply(200, items, pageHeaders(page, total, address));
    },
  }),
  endpoint({
    run: "transaction",
    id: "options.create",
    method: "post",
    path: list,
    summary: "Create an option, or a group from several files",
    description:
      "Creates an option. Its class depends on the poll and the parent. A file is sent in a form, or as a `data:` URI in JSON. Several files create a group.",
    poll: { ...poll, lock: "shared" },
    body: createOptionBody,
    files: "option",
    admitFiles: async (queryable, caller, deps) => ({
      ...(await admitNewOption(queryable, caller)),
      bytesLeft: await storageLeft(caller.poll, deps),
    }),
    responses: { 201: OptionResponse },
    handle: async (input, deps) => {
      limitCreatedOptions(input, 1, deps);
      const body = readOptionBody(input);
      const language = preferredLanguage(input.header("Accept-Language"));
      const publicId = await createOption(input.tx, { ...input, body, language }, deps);
      return reply(201, await showChanged(input.tx, input, publicId, deps, { justCreated: true }));
    },
  }),
  endpoint({
    run: "transaction",
    id: "options.createSeries",
    method: "post",
    path: `${list}/series`,
    summary: "Create up to 500 options from a pattern of dates",
    description:
      "Creates an option for each day, or for each time on each day, and weekly on request: all or none, by the rules of single options. Dates that the caller sees already are left out.",
    poll: { ...poll, lock: "shared" },
    body: createSeriesBody,
    responses: { 201: CreatedSeriesResponse },
    handle: async (input, deps) => {
      const language = preferredLanguage(input.header("Accept-Language"));
      const command = { ...input, body: input.body.read(), language };
      return reply(201, { ids: await createSeries(input.tx, command, deps) });
    },
  }),
  endpoint({
    run: "snapshot",
    id: "options.show",
    path: one,
    summary: "Show an option",
    description: "Shows an option with all fields.",
    poll,
    responses: { 200: OptionResponse },
    handle: async (input, deps) => reply(200, await showOption(input, input.params.id, deps)),
  }),
  endpoint({
    run: "transaction",
    id: "options.update",
    method: "patch",
    path: one,
    summary: "Change an option",
    description:
      "Changes the given fields. Authors may change their own options while submissions are open and the option has no vote. Admins may change all options.",
    poll: { ...poll, lock: "exclusive" },
    body: updateOptionBody,
    files: "option",
    admitFiles: async (queryable, caller, deps) => ({
      ...(await admitOptionChange(queryable, caller, caller.params.id ?? "")),
      bytesLeft: await storageLeft(caller.poll, deps),
    }),
    responses: { 200: OptionResponse },
    handle: async (input, deps) => {
      const publicId = input.params.id;
      const request = { ...input, publicId, body: readOptionBody(input) };
      const { unchanged } = await updateOption(input.tx, request, deps);
      return { ...reply(200, await showChanged(input.tx, input, publicId, deps)), unchanged };
    },
  }),
  endpoint({
    run: "transaction",
    id: "options.delete",
    method: "delete",
    path: one,
    summary: "Delete an option with the options below it",
    description:
      "Deletes an option with all options below it and their votes. Options that were paid for or are used in branching cannot be deleted.",
    poll: { ...poll, lock: "exclusive" },
    responses: { 204: null },
    handle: async (input) => {
      await deleteOption(input.tx, input, input.params.id);
      return reply(204);
    },
  }),
  endpoint({
    run: "transaction",
    id: "options.merge",
    method: "post",
    path: `${one}/merge`,
    summary: "Merge an option into another one",
    description:
      "Moves the votes and comments of the option to the target, votes once per participant. The option is archived, and its page leads to the target. Returns the target. For a day the merge can be undone.",
    poll: merging,
    body: mergeOptionBody,
    responses: { 200: OptionResponse },
    handle: async (input, deps) => {
      const { option_id: targetPublicId } = input.body.read();
      const command = { ...input, publicId: input.params.id, targetPublicId };
      const target = await mergeOption(input.tx, command);
      return reply(200, await showChanged(input.tx, input, target, deps));
    },
  }),
  endpoint({
    run: "transaction",
    id: "options.undoMerge",
    method: "delete",
    path: `${one}/merge`,
    summary: "Undo the merge of an option",
    description:
      "Within a day after a merge, returns the votes and comments to the option, as far as they still exist. Votes that were cast on the target since then stay there.",
    poll: merging,
    responses: { 200: OptionResponse },
    handle: async (input, deps) => {
      const publicId = input.params.id;
      await undoMerge(input.tx, { ...input, publicId });
      return reply(200, await showChanged(input.tx, input, publicId, deps));
    },
  }),
];
