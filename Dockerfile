# The image contains the running code, read-only. All changing data are in the volume /data.
# docs/guides/production.md explains how to run it.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The same tree as the release archive: the built code and the packages that it needs.
RUN node scripts/release.mjs /release

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=build /release ./
RUN install -d -o node -g node -m 0700 /data

# TMPDIR: temporary archives of clients, which may be too large for a folder in memory.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data TMPDIR=/data/tmp
USER node
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The built server itself: `npm start` would check for stale packages and builds, in a read-only folder.
CMD ["node", "--max-semi-space-size=8", "--enable-source-maps", "dist/server/main.js"]
