# The image holds what runs, and nothing of it is written to: everything that changes lies in the volume /data.
# docs/guides/production.md says how to run it.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The same tree as that of the release archive: what is built, and the packages that it needs to run.
RUN node scripts/release.mjs /release

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=build /release ./
RUN install -d -o node -g node -m 0700 /data

# TMPDIR: archives of clients are made there, which may be larger than a folder in memory.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data TMPDIR=/data/tmp
USER node
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The built server itself: `npm start` would look whether to install and to build, in a folder that can't be written.
CMD ["node", "--max-semi-space-size=8", "--enable-source-maps", "dist/server/main.js"]
