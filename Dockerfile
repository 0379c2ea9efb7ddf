# One image for each service. Targets: migrate, gateway, operator, media-worker, mail-worker, payment-worker,
# webhook-worker, workers, balancer, tls. Images hold what runs: Node, a shell, the packages of the one service and its built files.
# How the bases are pinned, and what is in the images: docs/operations.md#images.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG DEBIAN_IMAGE=debian:bookworm-slim

# The manifests alone: packages are installed again only when these change.
FROM ${NODE_IMAGE} AS manifests
COPY . /sources
WORKDIR /manifests
RUN cp /sources/package.json /sources/package-lock.json /sources/.npmrc . \
 && cd /sources && find libs services scripts/tools -maxdepth 2 -name package.json -exec cp --parents {} /manifests \;

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
ENV CI=true
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM packages AS production-packages
COPY scripts/image/collect.mjs scripts/image/collect.mjs
RUN for service in gateway media-worker mail-worker payment-worker webhook-worker workers; do \
      node scripts/image/collect.mjs packages services/$service /out/$service || exit 1; \
    done \
 && node scripts/image/collect.mjs packages libs/db /out/migrate

FROM packages AS built
COPY . .
RUN node scripts/build/database-client.mjs \
 && node scripts/client/generate.mjs \
 && node scripts/build/compile.mjs \
 && node scripts/web/bundle.mjs
RUN for service in gateway media-worker mail-worker payment-worker webhook-worker workers; do \
      node scripts/image/collect.mjs built services/$service /out/$service || exit 1; \
    done \
 && node scripts/image/collect.mjs built libs/db /out/migrate

# Nothing but the programs that a service starts. Bash asks for its health, by a connection that it opens itself.
FROM ${NODE_IMAGE} AS programs
COPY deploy/image/copy-programs.sh deploy/image/healthy.sh /
RUN sh /copy-programs.sh /root-of-services node sh bash && cp /healthy.sh /root-of-services/usr/bin/healthy

FROM programs AS media-programs
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg
RUN sh /copy-programs.sh /root-of-media node sh bash unshare setpriv ffmpeg \
 && cp /healthy.sh /root-of-media/usr/bin/healthy

FROM scratch AS runtime
COPY --from=programs /root-of-services /
# `VERSION=1.2.3 docker compose build`: that of package.json, which processes tell by themselves.
ARG VERSION
LABEL org.opencontainers.image.version=$VERSION
ENV NODE_ENV=production PATH=/usr/local/bin:/usr/bin
WORKDIR /app
COPY package.json ./
USER 1000:1000
# Generous: a host that is busy for a minute does not make a service unhealthy.
HEALTHCHECK --interval=10s --timeout=10s --retries=6 --start-period=60s --start-interval=2s \
  CMD healthy "$METRICS_PORT" /readyz

FROM runtime AS migrate
COPY --from=production-packages /out/migrate ./
COPY --from=built /out/migrate ./
COPY prisma prisma
COPY scripts/migrate-built.mjs scripts/distribute-built.mjs scripts/
COPY scripts/setup/given-database-url.mjs scripts/setup/root.mjs scripts/setup/say.mjs scripts/setup/
HEALTHCHECK NONE
CMD ["node", "scripts/migrate-built.mjs"]

FROM runtime AS gateway
ENV METRICS_PORT=9095
EXPOSE 3000
COPY --from=production-packages /out/gateway ./
COPY CHANGELOG.md ./
COPY docs docs
COPY prisma prisma
COPY --from=built /app/services/web/dist services/web/dist
COPY --from=built /out/gateway ./
CMD ["node", "services/gateway/dist/main.js"]

FROM gateway AS operator
HEALTHCHECK NONE
ENTRYPOINT ["node", "services/gateway/dist/cli/main.js"]

FROM runtime AS mail-worker
ENV METRICS_PORT=9092
COPY --from=production-packages /out/mail-worker ./
COPY --from=built /out/mail-worker ./
CMD ["node", "services/mail-worker/dist/main.js"]

FROM runtime AS payment-worker
ENV METRICS_PORT=9093
COPY --from=production-packages /out/payment-worker ./
COPY --from=built /out/payment-worker ./
CMD ["node", "services/payment-worker/dist/main.js"]

FROM runtime AS webhook-worker
ENV METRICS_PORT=9094
COPY --from=production-packages /out/webhook-worker ./
COPY --from=built /out/webhook-worker ./
CMD ["node", "services/webhook-worker/dist/main.js"]

FROM scratch AS media-worker
COPY --from=media-programs /root-of-media /
ARG VERSION
LABEL org.opencontainers.image.version=$VERSION
ENV NODE_ENV=production PATH=/usr/local/bin:/usr/bin METRICS_PORT=9091
WORKDIR /app
COPY package.json ./
USER 1000:1000
HEALTHCHECK --interval=10s --timeout=10s --retries=6 --start-period=60s --start-interval=2s \
  CMD healthy "$METRICS_PORT" /readyz
COPY --from=production-packages /out/media-worker ./
COPY --from=built /out/media-worker ./
# Files pass through this process in pieces; these settings return their memory at once.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 \
    NODE_OPTIONS="--max-semi-space-size=2 --max-old-space-size=128"
CMD ["node", "services/media-worker/dist/main.js"]

# All workers in one process.
FROM media-worker AS workers
COPY --from=production-packages /out/workers ./
COPY --from=built /out/workers ./
ENV NODE_OPTIONS="--max-semi-space-size=2"
CMD ["node", "services/workers/dist/main.js"]

# haproxy before the gateways of one machine, which it finds by their common name.
FROM ${DEBIAN_IMAGE} AS balancer
RUN apt-get update \
 && apt-get install -y --no-install-recommends haproxy \
 && rm -rf /var/lib/apt/lists/*
COPY deploy/haproxy/haproxy.cfg deploy/haproxy/hold.lua /etc/haproxy/
COPY deploy/image/healthy.sh /usr/bin/healthy
USER 1000:1000
HEALTHCHECK --interval=10s --timeout=10s --retries=6 --start-period=60s --start-interval=2s \
  CMD healthy 8080 /healthz
CMD ["haproxy", "-W", "-db", "-f", "/etc/haproxy/haproxy.cfg"]

# HTTPS with automatic certificates before the balancer.
FROM ${DEBIAN_IMAGE} AS tls
RUN apt-get update \
 && apt-get install -y --no-install-recommends caddy ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && mkdir /data && chown 1000:1000 /data
COPY deploy/caddy/Caddyfile /etc/caddy/
COPY deploy/image/healthy.sh /usr/bin/healthy
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/tmp
USER 1000:1000
HEALTHCHECK --interval=10s --timeout=10s --retries=6 --start-period=60s --start-interval=2s \
  CMD healthy 8081 /
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]
