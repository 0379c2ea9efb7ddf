import type { Deployment } from "kubernetes-types/apps/v1";
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
} from "kubernetes-types/autoscaling/v2";
import type { CronJob, Job } from "kubernetes-types/batch/v1";
import type {
  ConfigMap,
  Namespace,
  PersistentVolumeClaim,
  Secret,
  Service,
  ServiceAccount,
} from "kubernetes-types/core/v1";
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

/** The fields of other operators' kinds that we use; their packages have all fields, and dependencies. */
export interface HttpRoute {
  readonly apiVersion: "gateway.networking.k8s.io/v1";
  readonly kind: "HTTPRoute";
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly parentRefs: readonly {
      readonly name: string;
      readonly namespace?: string;
      readonly sectionName?: string;
    }[];
    readonly hostnames: readonly string[];
    readonly rules: readonly {
      readonly matches?: readonly {
        readonly path: { readonly type: "PathPrefix"; readonly value: string };
      }[];
      readonly backendRefs: readonly { readonly name: string; readonly port: number }[];
      readonly timeouts?: { readonly request?: string };
    }[];
  };
}

export interface ServiceMonitor {
  readonly apiVersion: "monitoring.coreos.com/v1";
  readonly kind: "ServiceMonitor";
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly jobLabel?: string;
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly endpoints: readonly {
      readonly port: string;
      readonly interval?: string;
      readonly honorLabels?: boolean;
      readonly relabelings?: readonly {
        readonly sourceLabels: readonly string[];
        readonly targetLabel: string;
      }[];
    }[];
  };
}

export interface PrometheusRule {
  readonly apiVersion: "monitoring.coreos.com/v1";
  readonly kind: "PrometheusRule";
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly groups: readonly {
      readonly name: string;
      readonly rules: readonly {
        readonly alert: string;
        readonly expr: string;
        readonly for?: string;
        readonly labels?: Readonly<Record<string, string>>;
        readonly annotations?: Readonly<Record<string, string>>;
      }[];
    }[];
  };
}

export interface ExternalSecret {
  readonly apiVersion: "external-secrets.io/v1";
  readonly kind: "ExternalSecret";
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly refreshInterval?: string;
    readonly secretStoreRef: { readonly kind: string; readonly name: string };
    readonly target: { readonly name: string };
    readonly dataFrom: readonly { readonly extract: { readonly key: string } }[];
  };
}

/** The type of each kind of document in deploy/kubernetes and of the chart, by version and kind. */
export interface Kinds {
  readonly "apps/v1 Deployment": Deployment;
  readonly "autoscaling/v2 HorizontalPodAutoscaler": HorizontalPodAutoscaler;
  readonly "batch/v1 CronJob": CronJob;
  readonly "batch/v1 Job": Job;
  readonly "external-secrets.io/v1 ExternalSecret": ExternalSecret;
  readonly "gateway.networking.k8s.io/v1 HTTPRoute": HttpRoute;
  readonly "keda.sh/v1alpha1 ScaledObject": ScaledObject;
  readonly "monitoring.coreos.com/v1 PrometheusRule": PrometheusRule;
  readonly "monitoring.coreos.com/v1 ServiceMonitor": ServiceMonitor;
  readonly "networking.k8s.io/v1 Ingress": Ingress;
  readonly "networking.k8s.io/v1 NetworkPolicy": NetworkPolicy;
  readonly "policy/v1 PodDisruptionBudget": PodDisruptionBudget;
  readonly "v1 ConfigMap": ConfigMap;
  readonly "v1 Namespace": Namespace;
  readonly "v1 PersistentVolumeClaim": PersistentVolumeClaim;
  readonly "v1 Secret": Secret;
  readonly "v1 Service": Service;
  readonly "v1 ServiceAccount": ServiceAccount;
}
