# The image of Baton: the server, the built dashboard and CLI, and the packages of production.
#   docker build -t baton .
#   docker run -d --name baton -p 127.0.0.1:3000:3000 -v baton-data:/data baton
ARG NODE_IMAGE=node:26-bookworm-slim

# Everything that npm ci reads. Installed packages are reused from the cache until one of these files changes.
FROM scratch AS manifests
COPY package.json package-lock.json .npmrc /
COPY runtime /runtime
COPY model /model
COPY scripts /scripts
COPY server/package.json /server/
COPY dashboard/package.json /dashboard/
COPY cli/package.json /cli/

# The dashboard and the CLI are the same for every platform: a multi-platform build makes them once, without emulation.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY --from=manifests / ./
RUN npm ci
COPY LICENSE tsconfig.json ./
COPY contract contract
COPY cli cli
COPY server server
COPY dashboard dashboard
RUN npm run build

# Native packages are installed on the platform that runs them.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY --from=manifests / ./
RUN npm ci --omit=dev && npm cache clean --force

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Baton" \
      org.opencontainers.image.description="Where people and AI agents run software projects together." \
      org.opencontainers.image.licenses="Apache-2.0"
# Baton reads connected repositories with git.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o 1000 -g 1000 /data
WORKDIR /app
COPY --from=packages /app ./
COPY LICENSE ./
COPY contract contract
COPY docs docs
COPY cli cli
COPY server server
COPY --from=build /app/dashboard/dist dashboard/dist
COPY --from=build /app/cli/dist cli/dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The user "node" of the base image, by number: Kubernetes checks runAsNonRoot only against a number.
USER 1000:1000
VOLUME /data
EXPOSE 3000
# The slim image has no curl.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The exec form makes Node process 1, which receives SIGTERM and finishes its work before it exits.
CMD ["node", "--max-semi-space-size=16", "--wasm-tiering-budget=130000000", "server/main.ts"]
