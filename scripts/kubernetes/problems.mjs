import { root } from "../setup/root.mjs";
import { networkProblems } from "./network-problems.mjs";
import { podProblems } from "./pod-problems.mjs";
import { referenceProblems } from "./reference-problems.mjs";
import { scalingProblems } from "./scaling-problems.mjs";
import { typeProblems } from "./type-problems.mjs";
import { variableProblems } from "./variable-problems.mjs";

/** The problems of the documents of a deployment, by the types of Kubernetes and this code. */
export function* problemsOf(documents) {
  yield* typeProblems(documents);
  yield* referenceProblems(documents);
  yield* podProblems(documents, root);
  yield* networkProblems(documents);
  yield* variableProblems(documents, root);
  yield* scalingProblems(documents, root);
}
