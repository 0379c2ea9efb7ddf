import type { Deployment } from "kubernetes-types/apps/v1";
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
} from "kubernetes-types/autoscaling/v2";
import type { CronJob, Job } from "kubernetes-types/batch/v1";
import type { ConfigMap, Namespace, Service } from "kubernetes-types/core/v1";
import type { ObjectMeta } from "kubernetes-types/meta/v1";
import type { Ingress, NetworkPolicy } from "kubernetes-types/networking/v1";
import type { PodDisruptionBudget } from "kubernetes-types/policy/v1";

/** The fields of KEDA's kind that we use; the package with all fields has 24 dependencies. */
export interface ScaledObject {
  readonly apiVersion: "keda.sh/v1alpha1";
  readonly kind: "ScaledObject";
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly scaleTargetRef: { readonly name: string };
    readonly minReplicaCount?: number;
    readonly maxReplicaCount?: number;
    readonly advanced?: {
      readonly horizontalPodAutoscalerConfig?: {
        readonly behavior?: HorizontalPodAutoscalerBehavior;
      };
    };
    readonly triggers: readonly {
      readonly type: "prometheus";
      readonly metadata: {
        readonly serverAddress: string;
        readonly query: string;
        readonly threshold: string;
      };
    }[];
  };
}

/** The type of each kind of document in deploy/kubernetes, by version and kind. */
export interface Kinds {
  readonly "apps/v1 Deployment": Deployment;
  readonly "autoscaling/v2 HorizontalPodAutoscaler": HorizontalPodAutoscaler;
  readonly "batch/v1 CronJob": CronJob;
  readonly "batch/v1 Job": Job;
  readonly "keda.sh/v1alpha1 ScaledObject": ScaledObject;
  readonly "networking.k8s.io/v1 Ingress": Ingress;
  readonly "networking.k8s.io/v1 NetworkPolicy": NetworkPolicy;
  readonly "policy/v1 PodDisruptionBudget": PodDisruptionBudget;
  readonly "v1 ConfigMap": ConfigMap;
  readonly "v1 Namespace": Namespace;
  readonly "v1 Service": Service;
}
