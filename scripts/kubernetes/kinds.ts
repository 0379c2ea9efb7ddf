import type { Deployment } from "kubernetes-types/apps/v1";
import type { HorizontalPodAutoscaler } from "kubernetes-types/autoscaling/v2";
import type { Job } from "kubernetes-types/batch/v1";
import type { ConfigMap, Namespace, Service } from "kubernetes-types/core/v1";
import type { Ingress, NetworkPolicy } from "kubernetes-types/networking/v1";
import type { PodDisruptionBudget } from "kubernetes-types/policy/v1";

/** The type of each kind of document in deploy/kubernetes, by version and kind. */
export interface Kinds {
  readonly "apps/v1 Deployment": Deployment;
  readonly "autoscaling/v2 HorizontalPodAutoscaler": HorizontalPodAutoscaler;
  readonly "batch/v1 Job": Job;
  readonly "networking.k8s.io/v1 Ingress": Ingress;
  readonly "networking.k8s.io/v1 NetworkPolicy": NetworkPolicy;
  readonly "policy/v1 PodDisruptionBudget": PodDisruptionBudget;
  readonly "v1 ConfigMap": ConfigMap;
  readonly "v1 Namespace": Namespace;
  readonly "v1 Service": Service;
}
