import { whole } from "./fraction";
import { type Method, mostPoints, optionsOf } from "./method";
import { tiesBy } from "./ties";
import type { CountRequest } from "./types";

/** The number of ballots that approve each option. */
export function approvalsOf(request: CountRequest): readonly number[] {
  const approvals = optionsOf(request).map(() => 0);
  for (const { count, marks } of request.ballots) {
    for (const option of marks.keys()) approvals[option] = (approvals[option] ?? 0) + count;
  }
  return approvals.slice(0, request.optionCount);
}

/** Approval: the options with the most yes votes (https://en.wikipedia.org/wiki/Approval_voting). */
export const approval: Method = (request) => {
  const approvals = approvalsOf(request);
  return mostPoints(request, approvals.map(whole), tiesBy({ ...request, firsts: approvals }));
};
