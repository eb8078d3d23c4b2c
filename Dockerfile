# The image of every server of a deployment. Build it with: docker build --tag halaqa .
FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/node-bin-setup scripts/node-bin-setup
RUN npm ci
COPY . .
# Leaves out the sandbox, the embedded PostgreSQL and the Node.js of the npm scripts.
RUN npm run build && node scripts/production-tree.ts /production

FROM node:24-trixie-slim
# For backups. Programs of PostgreSQL 17 can dump servers up to that version.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data
COPY --from=build --chown=root:root /production /app
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 4321
# The server itself is PID 1, so it receives SIGTERM. It stops within ten seconds.
CMD ["node", "src/server/main.ts"]
