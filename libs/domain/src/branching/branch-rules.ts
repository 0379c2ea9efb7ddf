/** A rule of a step's branching (docs/reference/options.md#branching). It has one condition. */
export interface BranchRule {
  readonly when: {
    /** Public id of an option under an earlier step. */
    readonly option_id: string;
    readonly vote?: number | undefined;
    readonly vote_text?: string | undefined;
    /** A choice of an input that takes several. */
    readonly contains?: string | undefined;
    readonly is_not?: number | string | undefined;
    readonly answered?: boolean | undefined;
  };
  readonly action: "skip" | "show";
}

export interface BranchingStep {
  readonly publicId: string;
  readonly data: unknown;
}

interface StoredData {
  readonly branch?: { readonly rules?: unknown } | null;
}

/** The branching rules in stored `data` of a step. */
export function branchRules(data: unknown): readonly BranchRule[] {
  const rules = (data as StoredData | null | undefined)?.branch?.rules;
  return Array.isArray(rules) ? (rules as readonly BranchRule[]) : [];
}
