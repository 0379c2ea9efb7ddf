{{/* Labels of a part: (dict "name" NAME). */}}
{{- define "polls.labels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/part-of: polls
{{- end }}

{{/* The image of a target: (dict "root" $ "target" TARGET). */}}
{{- define "polls.image" -}}
{{ with .root.Values.images.registry }}{{ . }}/{{ end }}polls-{{ .target }}:{{ .root.Values.images.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "polls.secret" -}}
{{ .Values.secrets.existing | default "polls-secrets" }}
{{- end }}

{{/* The name has a hash of the content, so that a changed setting restarts the pods. */}}
{{- define "polls.settings" -}}
polls-settings-{{ .Values.settings | toJson | sha256sum | trunc 10 }}
{{- end }}

{{/* Variables from the Secret: (dict "root" $ "names" LIST). A name with a question mark may be missing. */}}
{{- define "polls.secrets" -}}
{{- range .names }}
- name: {{ trimSuffix "?" . }}
  valueFrom: { secretKeyRef: { name: {{ include "polls.secret" $.root }}, key: {{ trimSuffix "?" . }}{{ if hasSuffix "?" . }}, optional: true{{ end }} } }
{{- end }}
{{- end }}

{{/* What every pod has: (dict "root" $ "storage" BOOLEAN). */}}
{{- define "polls.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- if and .storage .root.Values.storage.serviceAccount.enabled }}
serviceAccountName: polls-storage
{{- end }}
{{- with .root.Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* What every container has. */}}
{{- define "polls.container" -}}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "polls.storageClaim" -}}
{{ .Values.storage.volume.claim | default "polls-storage" }}
{{- end }}

{{/* The host of BASE_URL. */}}
{{- define "polls.host" -}}
{{ (urlParse .Values.settings.BASE_URL).hostname }}
{{- end }}

{{/* Below a path, the rest of the host stays with other services. */}}
{{- define "polls.path" -}}
{{ (urlParse .Values.settings.BASE_URL).path | trimSuffix "/" | default "/" }}
{{- end }}

{{/* Rules to servers: (dict "cidrs" LIST "ports" LIST). */}}
{{- define "polls.egress" -}}
- to:
    {{- range .cidrs }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
  ports:
    {{- range .ports }}
    - port: {{ . }}
    {{- end }}
{{- end }}
