import type { PrismaTransaction } from "@polls/db/sql";
import type { PollCaller } from "@polls/domain/access";
import { errorsAt, mergeErrors } from "@polls/domain/input";
import { type NewOption, type NewOptions, renameInBranching } from "@polls/domain/options";
import { type FieldErrors, Invalid } from "@polls/domain/refusals";
import { type CreateOptionDeps, type CreateOptionRequest, withCreation } from "./create-option";
import type { CreatedOption } from "./options.schema";

/**
 * Creates options as an admin would. Throws 422 with the problems of all by path, and with `errors`.
 * Below a refused option only the form is checked.
 */
export async function createOptions(
  tx: PrismaTransaction,
  caller: Omit<PollCaller, "access" | "hasVoted" | "textLanguage">,
  { options, errors }: Pick<NewOptions, "options" | "errors">,
  deps: CreateOptionDeps,
): Promise<readonly CreatedOption[]> {
  const problems: FieldErrors[] = [];
  const ids = new Map<string, string>();
  const createAll = async (
    create: (request: CreateOptionRequest) => Promise<string>,
    list: readonly NewOption[],
    parentId?: string,
  ): Promise<CreatedOption[]> => {
    const created: CreatedOption[] = [];
    for (const { path, body, children } of list) {
      const named = {
        ...body,
        option: withIds(body.option, ids),
        ...(parentId !== undefined && { parent_option_id: parentId }),
      };
      try {
        const request = {
          ...caller,
          access: "admin",
          hasVoted: false,
          textLanguage: undefined,
          body: named,
          uploads: [],
        } as const;
        const id = await create(request);
        ids.set(path, id);
        const under = await createAll(create, children, id);
        created.push({ id, ...(under.length > 0 && { children: under }) });
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        // Of a refusal with its own code, only the sentence is reported.
        problems.push(errorsIn(path, error.errors as FieldErrors));
      }
    }
    return created;
  };
  const created = await withCreation(tx, caller, deps, (create) => createAll(create, options));
  // A field with a problem of form has no second problem, such as a missing value.
  const all = mergeErrors({ ...mergeErrors(...problems), ...errors });
  if (Object.keys(all).length > 0) throw new Invalid(all);
  return created;
}

/** Branching refers to options of the same body by their paths. */
const withIds = (option: NewOption["body"]["option"], ids: ReadonlyMap<string, string>) =>
  option.data === undefined ? option : { ...option, data: renameInBranching(option.data, ids) };

/** The errors of an option in a body. Those of its parent are reported at the parent, which the body contains too. */
function errorsIn(path: string, { parent_option_id: ofParent, ...own }: FieldErrors): FieldErrors {
  const parentPath = path.replace(/\.children\.\d+$/, "");
  return mergeErrors(errorsAt(path, own), ofParent === undefined ? {} : { [parentPath]: ofParent });
}
