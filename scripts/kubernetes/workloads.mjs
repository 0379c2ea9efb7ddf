export const nameOf = ({ kind, metadata }) => `${kind} ${metadata?.name}`;

export const ofKind = (documents, kind) => documents.filter((each) => each.kind === kind);

const templateOf = ({ spec }) => spec?.jobTemplate?.spec.template ?? spec?.template;

export const workloadsIn = (documents) =>
  documents.filter((document) => templateOf(document)?.spec?.containers !== undefined);

export const labelsOf = (workload) => templateOf(workload).metadata?.labels ?? {};

export const podOf = (workload) => templateOf(workload).spec;

export const containersOf = (workload) => podOf(workload).containers;

const expressions = {
  In: (value, values) => values.includes(value),
  NotIn: (value, values) => !values.includes(value),
  Exists: (value) => value !== undefined,
  DoesNotExist: (value) => value === undefined,
};

/** Whether a selector of labels selects the pods of a workload. */
export const selects = ({ matchLabels = {}, matchExpressions = [] }, workload) => {
  const labels = labelsOf(workload);
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) =>
      expressions[operator](labels[key], values),
    )
  );
};
